import { fixed, whole } from "../../text/numbers";
import { meanRanks, type Contest } from "./contest";
import { colourOf, nameOf, Swatch } from "./names";

// Ranking shows the mean ranks over instances. Ranks can be averaged over instances; costs cannot.
export function Ranking(props: { contest: Contest }) {
  const found = meanRanks(props.contest);
  if (found === null) return null;
  const left = props.contest.groups.length - found.groups.length;
  return (
    <section class="card" aria-labelledby="mean-ranks">
      <h2 id="mean-ranks">Mean ranks</h2>
      <p class="hint">
        Over the {whole(found.groups.length)} instances on which all have finished runs
        {left > 0 && `; ${whole(left)} omitted`}. On each, 1 is best and {whole(found.ranks.length)} is worst.
      </p>
      <ol class="ranking">
        {found.ranks.map(({ contestant, rank }) => (
          <li key={contestant.key}>
            <Swatch contestant={contestant} />
            <span>{nameOf(contestant, props.contest)}</span>
            <span class="track" aria-hidden="true">
              <span style={{ left: `${(100 * (rank - 1)) / (found.ranks.length - 1)}%`, background: colourOf(contestant) }} />
            </span>
            <b>{fixed(rank, 2)}</b>
          </li>
        ))}
      </ol>
    </section>
  );
}
