/** The guest who plays on this device: name, colour and access token, stored in this browser only. */
import { api, ApiError } from "./api";
import { readStored, writeStored } from "./localStore";

const STORAGE_KEY = "dottable.me";
/** Colours offered in the profile dialog. The server accepts any `#rrggbb`. */
export const PLAYER_COLOURS = ["#d1495b", "#e07a1f", "#b8860b", "#3a8f4d", "#1b8a8a", "#2f6fb5", "#7a52b3", "#c2478f"];

interface StoredPlayer {
  token: string;
  name: string;
  colour: string | null;
}

const NAME_ADJECTIVES = ["Merry", "Quiet", "Lucky", "Clever", "Sunny", "Swift", "Gentle", "Bold", "Cosy", "Bright"];
const NAME_ANIMALS = ["Otter", "Magpie", "Badger", "Wren", "Hedgehog", "Heron", "Fox", "Robin", "Mole", "Lynx"];

const randomItem = (list: string[]) => list[Math.floor(Math.random() * list.length)]!;

/** Return a random adjective and animal, such as "Quiet Heron". */
export const randomName = () => `${randomItem(NAME_ADJECTIVES)} ${randomItem(NAME_ANIMALS)}`;
export const randomColour = () => randomItem(PLAYER_COLOURS);

class LocalPlayer {
  token = $state<string | null>(null);
  name = $state("");
  colour = $state<string | null>(null);

  constructor() {
    const storedPlayer = readStored<StoredPlayer>(STORAGE_KEY);
    if (storedPlayer) this.#assign(storedPlayer);
  }

  get isRegistered(): boolean {
    return this.token !== null;
  }

  /** Register a new player, or change the name and colour of the current one. */
  async saveProfile(name: string, colour: string | null): Promise<void> {
    if (this.token) {
      try {
        const updatedPlayer = await api.updatePlayer(this.token, { name, colour });
        this.store({ token: this.token, name: updatedPlayer.name, colour });
        return;
      } catch (error) {
        if (!isUnknownToken(error)) throw error;
      }
    }
    this.store(await api.newPlayer({ name, colour }));
  }

  /** Register again with the current name and colour, for a server that does not know the token. */
  async registerAgain(): Promise<void> {
    this.store(await api.newPlayer({ name: this.name || randomName(), colour: this.colour }));
  }

  /** Send a request with the player's token. Registers again and retries once if the server does not know it. */
  async withToken<T>(request: (token: string) => Promise<T>): Promise<T> {
    if (!this.token) await this.registerAgain();
    try {
      return await request(this.token!);
    } catch (error) {
      if (!isUnknownToken(error)) throw error;
      await this.registerAgain();
      return request(this.token!);
    }
  }

  store({ token, name, colour }: StoredPlayer): void {
    this.#assign({ token, name, colour });
    writeStored(STORAGE_KEY, { token, name, colour });
  }

  clear(): void {
    this.#assign({ token: null, name: "", colour: null });
    writeStored(STORAGE_KEY, undefined);
  }

  #assign({ token, name, colour }: Omit<StoredPlayer, "token"> & { token: string | null }): void {
    [this.token, this.name, this.colour] = [token, name, colour];
  }
}

function isUnknownToken(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

export const localPlayer = new LocalPlayer();
