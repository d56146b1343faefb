// Busy stands where something is about to be. It shows after a moment only, so that what is
// there at once does not flicker.
export function Busy(props: { label?: string }) {
  return (
    <p class="busy" role="status">
      <span class="spinner" aria-hidden="true" />
      {props.label ?? "Loading"}
    </p>
  );
}
