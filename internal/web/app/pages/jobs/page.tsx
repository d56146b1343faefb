import { useEffect, useState } from "preact/hooks";
import { api } from "../../api/client";
import type { Job } from "../../api/types";
import { Busy } from "../../parts/busy";
import { Failed } from "../../parts/failed";
import { useLoad } from "../../parts/load";
import { go } from "../../router";
import { Allowance, isAlone } from "./allowance";
import { EndJob } from "./cancel";
import { Filter } from "./filter";
import { listJobs } from "./listing";
import { NoJobs } from "./nojobs";
import { JobTable } from "./table";
import { Workers } from "./workers";

const pageSize = 25;
const fewestToCompare = 2;

// JobsPage shows the jobs of a tenant, the workers and the quota.
export function JobsPage(props: { state: string }) {
  const [pages, setPages] = useState<string[]>([]); // cursors of the previous pages
  const [selected, setSelected] = useState<string[]>([]);
  const [ending, setEnding] = useState<Job | null>(null);
  const after = pages.at(-1) ?? "";
  const query = { limit: pageSize, ...(props.state !== "" && { state: props.state }), ...(after !== "" && { after }) };
  const list = useLoad(() => listJobs(query), [props.state, after], { every: 2000, keep: true });
  const running = useLoad(() => listJobs({ state: "running", limit: 100 }), [], { every: 2000 });
  const about = useLoad(api.about, [], { every: 5000 });
  useEffect(() => {
    document.title = "Jobs · Tourmaline";
  }, []);
  const jobs = list.data?.jobs;
  return (
    <>
      <div class="pagehead">
        <div>
          <h1>Jobs</h1>
          {about.data && !isAlone(about.data) && <p class="hint">Tenant {about.data.tenant}</p>}
        </div>
        <div class="row">
          {selected.length < fewestToCompare && <span class="hint comparehint">Select two or more jobs to compare them.</span>}
          {selected.length > 0 && (
            <button type="button" class="quiet" onClick={() => setSelected([])}>
              Clear selection
            </button>
          )}
          <button
            type="button"
            disabled={selected.length < fewestToCompare}
            onClick={() => go(`/compare?${selected.map((id) => `job=${encodeURIComponent(id)}`).join("&")}`)}
          >
            {selected.length === 0 ? "Compare" : `Compare ${selected.length}`}
          </button>
        </div>
      </div>
      <div class="jobspage">
        <section class="card tablecard" aria-label="List of jobs">
          <Filter state={props.state} />
          {jobs === undefined && (list.error === undefined ? <Busy /> : <Failed error={list.error} retry={list.reload} />)}
          {jobs?.length === 0 && <NoJobs state={props.state} />}
          {jobs !== undefined && jobs.length > 0 && <JobTable jobs={jobs} selected={selected} onSelect={setSelected} onEnd={setEnding} />}
          {(after !== "" || list.data?.next) && (
            <nav class="paging" aria-label="Pages of the list">
              <button type="button" disabled={after === ""} onClick={() => setPages(pages.slice(0, -1))}>
                Newer
              </button>
              <button type="button" disabled={!list.data?.next} onClick={() => setPages([...pages, list.data?.next ?? ""])}>
                Older
              </button>
            </nav>
          )}
        </section>
        <div class="stack">
          <Workers running={running.data?.jobs ?? []} />
          {about.data && !isAlone(about.data) && <Allowance about={about.data} />}
        </div>
      </div>
      {ending && (
        <EndJob
          job={ending}
          onClose={(acted) => {
            setEnding(null);
            if (!acted) return;
            setSelected(selected.filter((id) => id !== ending.id));
            list.reload();
          }}
        />
      )}
    </>
  );
}
