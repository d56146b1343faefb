// Light or dark: follows the system unless the reader chooses. The choice is stored.

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

const key = "tourmaline.theme";
const changed = new EventTarget();
const system = matchMedia("(prefers-color-scheme: dark)");

export function chosenTheme(): Theme {
  const kept = remembered();
  return themes.find((theme) => theme === kept) ?? "system";
}

export function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem(key, theme);
  } catch {
    // Without storage, the choice is lost.
  }
  applyTheme(theme);
}

export function applyTheme(theme: Theme = chosenTheme()): void {
  const root = document.documentElement;
  if (theme === "system") delete root.dataset["theme"];
  else root.dataset["theme"] = theme;
  changed.dispatchEvent(new Event("change"));
}

// isDark reports whether the dark theme is shown, for drawing without CSS.
export function isDark(): boolean {
  const shown = document.documentElement.dataset["theme"];
  return shown === undefined ? system.matches : shown === "dark";
}

// onTheme calls the listener when the colours change.
export function onTheme(listener: () => void): () => void {
  changed.addEventListener("change", listener);
  system.addEventListener("change", listener);
  return () => {
    changed.removeEventListener("change", listener);
    system.removeEventListener("change", listener);
  };
}

// resolved returns a CSS colour, such as var(--accent), in the form that a canvas takes. Only the
// style of an element resolves light-dark() for the current theme.
export function resolved(colour: string, host: HTMLElement): string {
  const probe = document.createElement("i");
  probe.style.color = colour;
  probe.hidden = true;
  host.append(probe);
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
}

function remembered(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
