import { useEffect, useState } from "preact/hooks";
import type { Refusal } from "../../api/problem";
import type { Algorithm, ParamInfo } from "../../api/types";
import { Field } from "../../parts/field";
import { range } from "../../text/range";
import { changed } from "./draft";

// Params is the form of an algorithm's parameters, generated from the server's table.
export function Params(props: {
  algorithm: Algorithm;
  values: Record<string, string>;
  refusal: Refusal | null;
  onChange: (values: Record<string, string>) => void;
}) {
  const params = props.algorithm.params ?? [];
  const [open, setOpen] = useState(false);
  const wrong = params.some((param) => props.refusal?.of(fieldOf(param)) !== undefined);
  useEffect(() => {
    if (wrong) setOpen(true);
  }, [props.refusal]);
  const count = Object.keys(props.values).length;
  if (params.length === 0) return null;
  return (
    <details class="more" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        Parameters <span class="hint">{count === 0 ? "all at default" : `${count} changed`}</span>
      </summary>
      <div class="fields">
        {params.map((param) => (
          <ParamField
            key={`${props.algorithm.name} ${param.name}`}
            param={param}
            value={props.values[param.name]}
            error={props.refusal?.of(fieldOf(param))}
            onChange={(value) => props.onChange(changed(props.values, param, value))}
          />
        ))}
      </div>
      {count > 0 && (
        <button type="button" class="quiet" onClick={() => props.onChange({})}>
          Reset to defaults
        </button>
      )}
    </details>
  );
}

export function fieldOf(param: ParamInfo): string {
  return `settings.params.${param.name}`;
}

// ParamField is the control of one parameter. Without a value, it shows the default.
function ParamField(props: { param: ParamInfo; value: string | undefined; error: string | undefined; onChange: (value: string) => void }) {
  const { param } = props;
  const usual = String(param.default);
  const choices = param.type === "boolean" ? ["true", "false"] : param.choices;
  const [typed, setTyped] = useState(props.value ?? "");
  useEffect(() => {
    if (props.value === undefined && typed !== usual) setTyped("");
    else if (props.value !== undefined) setTyped(props.value);
  }, [props.value]);
  return (
    <Field
      label={param.name}
      class={props.value === undefined ? "" : "changed"}
      hint={[param.usage, param.text, range(param)].filter(Boolean).join("; ")}
      error={props.error}
    >
      {choices ? (
        <select value={props.value ?? usual} onChange={(event) => props.onChange(event.currentTarget.value)}>
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice === usual ? `${choice} (default)` : choice}
            </option>
          ))}
        </select>
      ) : (
        <input
          inputMode={param.type === "string" ? "text" : "decimal"}
          placeholder={usual}
          value={typed}
          onInput={(event) => {
            setTyped(event.currentTarget.value);
            props.onChange(event.currentTarget.value);
          }}
        />
      )}
    </Field>
  );
}
