import { render } from "preact";
import { App } from "./app";
import { arrive } from "./session";
import "./style/main.css";
import { applyTheme } from "./theme";

applyTheme();
const root = document.getElementById("app");
if (root) {
  void arrive().finally(() => render(<App />, root));
}
