import { percent } from "../text/numbers";

// A Bar shows a share from 0 to 1, or indefinite activity without one.
export function Bar(props: { share: number | undefined; label: string }) {
  if (props.share === undefined) return <progress class="bar" aria-label={props.label} />;
  return (
    <progress class="bar" aria-label={props.label} max={1} value={props.share} title={percent(100 * props.share, 0)}>
      {percent(100 * props.share, 0)}
    </progress>
  );
}
