import { whole } from "../text/numbers";

const most = 2000; // rows per page

// A List shows a solution as text, for readers who cannot see the picture.
export function List(props: { title: string; heads: string[]; rows: string[][]; open?: boolean }) {
  const rows = props.rows.slice(0, most);
  return (
    <details class="list" open={props.open ?? false}>
      <summary>{props.title}</summary>
      <div class="scroll" tabIndex={0} role="region" aria-label={props.title}>
        <table class="plain">
          <thead>
            <tr>
              {props.heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, i) => (
              <tr key={i}>
                {row.map((value, column) => (
                  <td key={column}>{value}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {props.rows.length > most && (
        <p class="hint">
          The first {whole(most)} of {whole(props.rows.length)}. Download the result as JSON for all of them.
        </p>
      )}
    </details>
  );
}
