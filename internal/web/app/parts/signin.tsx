import { useEffect, useRef, useState } from "preact/hooks";
import { signIn, wasSignedIn } from "../session";
import { Field } from "./field";

// SignIn asks for a token if the server requires one or rejects the current one.
export function SignIn() {
  const [value, setValue] = useState("");
  const [missing, setMissing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const submit = (event: Event) => {
    event.preventDefault();
    setMissing(value.trim() === "");
    if (value.trim() !== "") signIn(value);
  };
  return (
    <form class="card signin" onSubmit={submit}>
      <h1>Sign in</h1>
      <p class={wasSignedIn() ? "wrong" : ""} role="status">
        {wasSignedIn()
          ? "The server rejects this token; it may have expired. Enter a valid one to continue."
          : "This service needs a token."}
      </p>
      <Field
        label="Token"
        hint={
          <>
            The operator of the service creates one with <code>tourmaline tokens create</code>. It is kept until you close this tab.
          </>
        }
        error={missing ? "Enter a token." : undefined}
      >
        <input ref={input} type="password" autocomplete="off" value={value} onInput={(event) => setValue(event.currentTarget.value)} />
      </Field>
      <button class="primary" type="submit">
        Sign in
      </button>
    </form>
  );
}
