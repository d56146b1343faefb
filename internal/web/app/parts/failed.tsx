import { Refusal } from "../api/problem";
import { Icon } from "./icon";

// Failed shows an error with the server's message.
export function Failed(props: { error: unknown; retry?: (() => void) | undefined }) {
  const faults = props.error instanceof Refusal ? props.error.faults.map((fault) => fault.detail) : [];
  const text = messageOf(props.error);
  const others = faults.filter((fault) => !text.includes(fault));
  return (
    <div class="failed" role="alert">
      <Icon name="warning" />
      <div>
        <p>{text}</p>
        {others.length > 0 && (
          <ul>
            {others.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        )}
      </div>
      {props.retry && (
        <button type="button" onClick={props.retry}>
          Try again
        </button>
      )}
    </div>
  );
}

export function messageOf(error: unknown): string {
  if (error instanceof Refusal) return error.detail;
  return error instanceof Error ? error.message : String(error);
}
