import { api, ask } from "../../api/client";
import { useLoad } from "../../parts/load";
import { currentToken } from "../../session";
import { SaveButton } from "../run/save";

// Reports links to the reports of 'tourmaline compare'. A report has scripts, so it must not become
// part of this page. Without tokens it opens in a new tab, isolated by the server's policy. A new tab
// cannot send a token, so with tokens the report is saved as a file.
export function Reports() {
  const { data } = useLoad(api.about, []);
  const names = data?.reports ?? [];
  return (
    <section class="card reports" aria-labelledby="significance">
      <h2 id="significance">Is the difference significant?</h2>
      <p>
        This page shows medians and ranks but no significance tests: a few selected runs prove little. <code>tourmaline bench</code> runs an experiment, and{" "}
        <code>tourmaline compare</code> tests it.
      </p>
      {names.length > 0 && <p class="label">Reports of this server</p>}
      <ul>
        {names.map((name) => (
          <li key={name}>
            {currentToken() === null ? (
              <a href={address(name)} target="_blank" rel="noopener noreferrer">
                {name}
              </a>
            ) : (
              <SaveButton fetch={() => ask(address(name))} name={name}>
                Save {name}
              </SaveButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const address = (name: string) => `/v1/reports/${encodeURIComponent(name)}`;
