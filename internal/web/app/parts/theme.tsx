import { useState } from "preact/hooks";
import { chooseTheme, chosenTheme, themes, type Theme } from "../theme";
import { Icon, type IconName } from "./icon";

const icons: Record<Theme, IconName> = { system: "screen", light: "sun", dark: "moon" };

// ThemeSwitch selects the system's, the light or the dark theme.
export function ThemeSwitch() {
  const [theme, setTheme] = useState(chosenTheme());
  const choose = (next: Theme) => {
    chooseTheme(next);
    setTheme(next);
  };
  return (
    <fieldset class="segments">
      <legend class="unseen">Colours</legend>
      {themes.map((each) => (
        <label key={each} title={`Colours: ${each}`}>
          <input type="radio" name="theme" value={each} checked={theme === each} onChange={() => choose(each)} />
          <Icon name={icons[each]} />
          <span class="unseen">{each}</span>
        </label>
      ))}
    </fieldset>
  );
}
