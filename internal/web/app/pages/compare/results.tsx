import { cost, duration, fixed, percent, whole } from "../../text/numbers";
import type { RunGroup, Row } from "./contest";
import { Swatch } from "./names";

// Results has a row for each contestant on an instance, the best first.
export function Results(props: { group: RunGroup }) {
  const { group } = props;
  const ranked = group.rows.filter((row) => row.rank !== null).length;
  return (
    <div class="tablebox">
      <table class="table stacked">
        <caption class="unseen">Results on {group.file}</caption>
        <thead>
          <tr>
            <th scope="col">Algorithm</th>
            {["Runs", "Best", "Median", "Worst", "Median gap", "Time to best", "Rank"].map((head) => (
              <th key={head} scope="col" class="right">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {group.rows.map((row) => (
            <tr key={row.contestant.key}>
              <th scope="row">
                <span class="contestant">
                  <Swatch contestant={row.contestant} />
                  <span>
                    {row.contestant.algorithm}
                    <span class="hint">{[row.contestant.params, `limit ${row.contestant.limits}`].filter((part) => part !== "").join(" · ")}</span>
                  </span>
                </span>
              </th>
              <td class="right" data-label="Runs">
                {runsText(row)}
              </td>
              <Cost label="Best" unit={group.unit} value={row.costs[0]} />
              <Cost label="Median" unit={group.unit} value={row.median ?? undefined} />
              <Cost label="Worst" unit={group.unit} value={row.costs[row.costs.length - 1]} />
              <td class="right" data-label="Median gap">
                {row.gap === null ? "–" : percent(row.gap)}
              </td>
              <td class="right" data-label="Time to best">
                {row.seconds === null ? "–" : duration(row.seconds)}
              </td>
              <td class="right rank" data-label="Rank">
                {row.rank === null || ranked < 2 ? "–" : rankText(row.rank)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cost(props: { label: string; unit: string | undefined; value: number | undefined }) {
  return (
    <td class="right" data-label={props.label}>
      {props.value === undefined ? "–" : cost(props.value, props.unit)}
    </td>
  );
}

const rankText = (rank: number) => fixed(rank, Number.isInteger(rank) ? 0 : 1);

function runsText(row: Row): string {
  const parts = [whole(row.costs.length)];
  if (row.going > 0) parts.push(`${whole(row.going)} running`);
  if (row.failed > 0) parts.push(`${whole(row.failed)} failed`);
  return parts.join(", ");
}
