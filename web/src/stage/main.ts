/** For whoever draws a board: `npm run dev`, then /stage.html?game=dots_52&seats=3&level=steady&option.memory=false */
import "../theme.css";
import { mount } from "svelte";
import Stage from "./Stage.svelte";

mount(Stage, { target: document.getElementById("app")! });
