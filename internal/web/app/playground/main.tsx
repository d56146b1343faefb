import { render } from "preact";
import { applyTheme } from "../theme";
import { Page } from "./page";
import "../style/main.css";
import "./playground.css";

applyTheme();
const root = document.getElementById("app");
if (root) render(<Page />, root);
