import { useEffect, useState } from "preact/hooks";
import { isThere, onReach } from "../api/reach";
import { Icon } from "./icon";

// Outage shows a message while the server does not respond.
export function Outage() {
  const [there, setThere] = useState(isThere());
  useEffect(() => onReach(setThere), []);
  return (
    <div role="status">
      {!there && (
        <p class="outage">
          <Icon name="warning" /> The server does not respond. This page continues when it is back.
        </p>
      )}
    </div>
  );
}
