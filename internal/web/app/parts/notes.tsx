// Notes lists the warnings of the reader of a file.
export function Notes(props: { notes: string[] }) {
  if (props.notes.length === 0) return null;
  return (
    <ul class="notes" aria-label="Notes on the file">
      {props.notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}
