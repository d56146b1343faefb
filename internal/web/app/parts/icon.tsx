// Icons are 24×24 paths, drawn as lines in the colour of the text.
const paths = {
  screen: "M4 5h16v11H4zM9 20h6M12 16v4",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M5 19l1.4-1.4M17.6 6.4L19 5",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z",
  file: "M7 3h7l5 5v13H7zM14 3v5h5",
  paste: "M9 4H6v17h12V4h-3M9 3h6v3H9zM9 11h6M9 15h6",
  shuffle: "M5 5h.01M18 6h.01M8 12h.01M15 13h.01M6 19h.01M19 18h.01M12 8h.01M12 18h.01",
  upload: "M12 16V4M7 9l5-5 5 5M4 16v4h16v-4",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  check: "M5 12.5l4.5 4.5L19 7",
  cross: "M6 6l12 12M18 6L6 18",
  warning: "M12 4L2.5 20h19zM12 10v4M12 17h.01",
  more: "M6 9l6 6 6-6",
} as const;

export type IconName = keyof typeof paths;

export function Icon(props: { name: IconName; size?: number }) {
  const size = props.size ?? 18;
  return (
    <svg class="icon" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <path d={paths[props.name]} />
    </svg>
  );
}
