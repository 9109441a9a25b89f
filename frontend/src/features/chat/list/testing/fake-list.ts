import type { RowIds } from '../row-heights.ts';
import { ScrollController, type View } from '../scroll-controller.ts';

type Row = { readonly id: string; readonly height: number };
type Segment = { readonly height: number; readonly id?: string };

/** A list as a browser lays it out: rows that are drawn have their own height, the others the one that is estimated. */
export class FakeList {
  readonly controller: ScrollController;
  rows: Row[] = [];
  height = 500;
  reachesNewest = true;
  #ids: readonly RowIds[] = [];
  #shown: readonly Row[] = [];
  #drawn: View = { from: 0, to: 0, isAtEnd: true };
  #content: readonly Segment[] = [];
  #top = 0;
  #numbered = 0;

  constructor(count: number, begin?: { messageId: string; offset: number }) {
    this.controller = new ScrollController(begin);
    const list = this;
    this.controller.attach({
      get clientHeight() {
        return list.height;
      },
      get scrollHeight() {
        return list.contentHeight;
      },
      get scrollTop() {
        return list.top;
      },
      set scrollTop(top) {
        list.#top = Math.round(top);
      },
    });
    this.rows = this.newRows(Array.from({ length: count }, (_, at) => 30 + ((at * 37) % 90)));
    this.draw();
  }

  newRows(heights: readonly number[]): Row[] {
    return heights.map((height) => ({ id: `m${this.#numbered++}`, height }));
  }
  get contentHeight(): number {
    return Math.max(this.height, Math.round(this.extent));
  }
  get extent(): number {
    return this.#content.reduce((sum, { height }) => sum + height, 0);
  }
  get top(): number {
    return Math.max(0, Math.min(this.#top, this.contentHeight - this.height));
  }
  get below(): number {
    return this.contentHeight - this.top - this.height;
  }
  /** Where the drawn rows are in the window. */
  shown(): Map<string, { y: number; height: number }> {
    let y = -this.top;
    const places = new Map<string, { y: number; height: number }>();
    for (const { id, height } of this.#content) {
      if (id !== undefined) places.set(id, { y, height });
      y += height;
    }
    return places;
  }
  /** Whether there is enough above and below a row for it to be there. */
  canBeAt(id: string, y: number): boolean {
    const at = this.rows.findIndex((row) => row.id === id);
    const heightOf = (rows: readonly Row[]) => rows.reduce((sum, { height }) => sum + height, 0);
    return heightOf(this.rows.slice(0, at)) >= y && heightOf(this.rows.slice(at)) >= this.height - y;
  }
  get isAtEnd(): boolean {
    return this.controller.view(this.#ids).isAtEnd;
  }
  inView(): string[] {
    return [...this.shown()].flatMap(([id, { y, height }]) => (y + height > 0 && y < this.height ? [id] : []));
  }

  /** Draws until the controller is content, and reports the movement in the next frame, as a browser does. */
  draw(): void {
    if (this.#shown !== this.rows) {
      this.#ids = this.rows.map(({ id }) => [id]);
      this.#shown = this.rows;
    }
    for (let round = 0; ; round += 1) {
      if (round > 20) throw new Error('The list is drawn again and again');
      this.#drawn = this.controller.view(this.#ids);
      const { from, to } = this.#drawn;
      const rest = { from: to, to: this.rows.length };
      this.#content = [
        { height: this.controller.extentOf(this.#ids, { from: 0, to: from }) },
        ...this.rows.slice(from, to),
        { height: this.controller.extentOf(this.#ids, rest) },
      ];
      // A list that became too short has moved for good.
      this.#top = this.top;
      if (!this.settle()) break;
    }
    if (this.controller.scrolled()) this.draw();
  }
  private settle(): boolean {
    const drawn = this.rows.slice(this.#drawn.from, this.#drawn.to);
    const heights = drawn.map(({ id, height }) => [id, height] as const);
    return this.controller.settle(this.#ids, this.#drawn, heights, this.reachesNewest);
  }

  /** @param meanwhile what changes before the browser reports that the wheel has moved the list. */
  wheel(deltaY: number, meanwhile = () => {}): void {
    this.controller.wheel(deltaY);
    meanwhile();
    this.#top = this.top + deltaY;
    this.controller.scrolled();
    this.draw();
    this.controller.rest();
    this.draw();
  }
  /** @param meanwhile what is drawn before the browser reports that a key or a script has moved the list. */
  move(by: number, meanwhile: () => void): void {
    this.#top = this.top + by;
    meanwhile();
    this.controller.scrolled();
    this.draw();
  }
  jump(id: string): void {
    this.controller.jump({ messageId: id, align: 'center', offset: 0 });
    this.draw();
  }
  toEnd(): void {
    this.controller.toEnd();
    this.draw();
  }
  change(rows: Row[], reachesNewest = this.reachesNewest): void {
    this.rows = rows;
    this.reachesNewest = reachesNewest;
    this.draw();
  }
  append(heights: readonly number[]): void {
    this.change([...this.rows, ...this.newRows(heights)]);
  }
  /** The row that was the first one loses its header. */
  prepend(heights: readonly number[]): void {
    const [first, ...others] = this.rows;
    const begin = first === undefined ? [] : [{ ...first, height: Math.max(20, first.height - 24) }];
    this.change([...this.newRows(heights), ...begin, ...others]);
  }
  resize(id: string, height: number): void {
    this.change(this.rows.map((row) => (row.id === id ? { ...row, height } : row)));
  }
}
