import { useEffect, useState } from "preact/hooks";
import { isThere, onReach } from "../../api/reach";
import { whole } from "../../text/numbers";
import type { Run } from "./follow";

const quietLimit = 8000; // milliseconds without a message before a warning

// News warns that the event stream broke or the worker is silent. Outage covers an unreachable
// server.
export function News(props: { run: Run; running: boolean }) {
  const { lastEvent, lost } = props.run;
  const [there, setThere] = useState(isThere());
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => onReach(setThere), []);
  useEffect(() => {
    if (!props.running) return;
    const timer = setInterval(() => setNow(performance.now()), 1000);
    return () => clearInterval(timer);
  }, [props.running]);
  let text = "";
  if (there && lost) text = "The connection for updates was lost. The run continues, and so does this page when the connection returns.";
  else if (there && props.running && now - lastEvent > quietLimit) {
    text = `No message from the worker for ${whole(10 * Math.round((now - lastEvent) / 10_000))} s. If it has failed, another one continues from the last checkpoint.`;
  }
  return <div role="status">{text !== "" && <p class="run-lost">{text}</p>}</div>;
}
