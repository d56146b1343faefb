import type { About } from "../../api/types";
import { currentToken } from "../../session";
import { Figure } from "../../parts/figure";
import { bytes, duration, whole } from "../../text/numbers";

// isAlone reports whether a server without tokens is for a single user, who needs no quota.
export function isAlone(about: About): boolean {
  return about.tenant === "default" && currentToken() === null;
}

// Allowance shows the tenant's use of its quota.
export function Allowance(props: { about: About }) {
  const { quota, use, limits, tenant, version } = props.about;
  const of = (most: number | undefined, text: (value: number) => string) => (most === undefined ? "no limit" : `of ${text(most)}`);
  return (
    <section class="card stack" aria-labelledby="allowance">
      <h2 id="allowance">Usage of {tenant}</h2>
      <dl class="figures pairs">
        <Figure label="Queued" value={whole(use.queued)} hint={of(quota.queued, whole)} />
        <Figure label="Running" value={whole(use.running)} hint={of(quota.running, whole)} />
        <Figure label="Stored files" value={bytes(use.bytes)} hint={of(quota.bytes, bytes)} />
        <Figure label="Largest upload" value={bytes(limits.upload_bytes)} />
        <Figure label="Most cities" value={quota.cities === undefined ? "no limit" : whole(quota.cities)} />
        <Figure label="Longest job" value={quota.seconds === undefined ? "no limit" : duration(quota.seconds)} />
      </dl>
      <p class="hint">Tourmaline {version}</p>
    </section>
  );
}
