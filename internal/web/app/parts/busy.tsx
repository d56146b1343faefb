// Busy is a loading indicator. It appears with a delay, so that fast responses do not flicker.
export function Busy(props: { label?: string }) {
  return (
    <p class="busy" role="status">
      <span class="spinner" aria-hidden="true" />
      {props.label ?? "Loading"}
    </p>
  );
}
