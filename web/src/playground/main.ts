/** Development page for boards: `npm run dev`, then /playground.html?game=dots_52&seats=3&level=steady&option.memory=false */
import "../theme.css";
import { mount } from "svelte";
import BoardPlayground from "./BoardPlayground.svelte";

mount(BoardPlayground, { target: document.getElementById("app")! });
