import { useState } from "preact/hooks";
import { Busy } from "../../parts/busy";
import { Failed } from "../../parts/failed";
import { Icon, type IconName } from "../../parts/icon";
import { FromFile } from "./file";
import { Generated } from "./generate";
import type { Instance } from "./instance";
import { FromText } from "./paste";
import { inLabels } from "./reading";
import { ReadingForm } from "./readingform";
import { Understood } from "./understood";

const ways: { name: string; label: string; icon: IconName }[] = [
  { name: "file", label: "File", icon: "file" },
  { name: "text", label: "Coordinates", icon: "paste" },
  { name: "generated", label: "Generated", icon: "shuffle" },
];

// Source selects the instance and shows how the server read it.
export function Source(props: { instance: Instance; shapes: string[] | undefined }) {
  const { instance } = props;
  const [way, setWay] = useState("file");
  const refused = instance.refusal;
  const beside = way === "generated" && (refused?.faults.length ?? 0) > 0 && refused?.of("instance") === undefined;
  return (
    <section class="card stack" aria-labelledby="source">
      <div class="cardhead">
        <h2 id="source">What to solve</h2>
        {instance.chosen === null && (
          <fieldset class="segments">
            <legend class="unseen">Source of the instance</legend>
            {ways.map((each) => (
              <label key={each.name}>
                <input type="radio" name="way" checked={way === each.name} onChange={() => setWay(each.name)} />
                <Icon name={each.icon} size={16} /> {each.label}
              </label>
            ))}
          </fieldset>
        )}
      </div>
      <div aria-live="polite">
        {instance.busy !== null && <Busy label={instance.busy} />}
        {instance.chosen !== null && <Understood chosen={instance.chosen} clear={instance.clear} />}
      </div>
      {refused !== null && !beside && <Failed error={inLabels(refused)} retry={refused.status === 0 && instance.again ? instance.again : undefined} />}
      {instance.chosen === null && (
        <>
          <div hidden={way !== "file"}>
            <FromFile take={(file) => instance.send(file.name, file)} />
          </div>
          <div hidden={way !== "text"}>
            <FromText take={instance.send} />
          </div>
          <div hidden={way !== "generated"}>
            <Generated shapes={props.shapes} refusal={refused} make={instance.generate} />
          </div>
        </>
      )}
      <ReadingForm instance={instance} />
    </section>
  );
}
