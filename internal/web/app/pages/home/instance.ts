import { useRef, useState } from "preact/hooks";
import { api } from "../../api/client";
import { Refusal } from "../../api/problem";
import { bytes } from "../../text/numbers";
import type { Uploaded } from "../../api/types";
import type { Chosen } from "./draft";
import { plainReading, uploadQuery, type Reading } from "./reading";

export type Instance = {
  chosen: Chosen | null;
  reading: Reading;
  setReading: (reading: Reading) => void;
  busy: string | null; // what is being uploaded
  refusal: Refusal | null;
  again: (() => void) | null; // reads the same file again
  send: (file: string, data: Blob, reading?: Reading) => void;
  generate: (request: Record<string, unknown>) => void;
  choose: (chosen: Chosen, reading: Reading) => void;
  clear: () => void;
};

// useInstance holds the selected instance. Of several uploads, the last one counts.
export function useInstance(mostBytes: number | undefined): Instance {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [reading, setReading] = useState<Reading>(plainReading);
  const [sent, setSent] = useState<{ file: string; data: Blob } | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const turn = useRef(0);

  const take = async (what: string, upload: () => Promise<Uploaded>) => {
    const mine = ++turn.current;
    setBusy(what);
    setRefusal(null);
    setChosen(null);
    try {
      const { notes, ...answer } = await upload();
      if (mine === turn.current) setChosen({ ...answer, notes: notes ?? [] });
    } catch (error) {
      if (mine === turn.current) setRefusal(error instanceof Refusal ? error : new Refusal(0, "unknown", String(error), []));
    }
    if (mine === turn.current) setBusy(null);
  };

  const send = (file: string, data: Blob, how: Reading = plainReading) => {
    setReading(how);
    setSent({ file, data });
    void take(`Uploading ${file}, ${bytes(data.size)}`, async () => {
      if (mostBytes !== undefined && data.size > mostBytes) {
        throw new Refusal(413, "too_large", `${file} has ${bytes(data.size)}: this server accepts at most ${bytes(mostBytes)}`, []);
      }
      const answer = await api.upload(data, uploadQuery(file, how));
      return { ...answer, file }; // the server may have the same bytes under an earlier name
    });
  };

  const choose = (next: Chosen | null, how: Reading) => {
    turn.current++;
    setChosen(next);
    setReading(how);
    setSent(null);
    setBusy(null);
    setRefusal(null);
  };

  return {
    ...{ chosen, reading, setReading, busy, refusal, send, choose },
    again: sent === null ? null : () => send(sent.file, sent.data, reading),
    generate: (request) => {
      choose(null, plainReading);
      void take("Generating the instance", () => api.generate(request));
    },
    clear: () => choose(null, plainReading),
  };
}
