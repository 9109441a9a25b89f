export type PersonLook = 'afro' | 'beard' | 'long' | 'sandy' | 'bun' | 'bob' | 'scarf' | 'crop';

/** An illustrated, made-up person. Decoration. */
export function PersonArt({ look }: { look: PersonLook }) {
  return <img src={`/people.svg#${look}`} alt="" />;
}
