import type { ReactNode } from 'react';

export type PersonLook = 'afro' | 'beard' | 'long' | 'sandy' | 'bun' | 'bob' | 'scarf' | 'crop';

interface Look {
  readonly backdrop: string;
  readonly shirt: string;
  readonly skin: string;
  readonly behind?: ReactNode;
  readonly front: ReactNode;
}

const LOOKS: Record<PersonLook, Look> = {
  afro: {
    backdrop: '#FBE3B5',
    shirt: '#EFB13F',
    skin: '#8B5B3D',
    behind: (
      <g fill="#261713">
        <circle cx="32" cy="20" r="14" />
        <circle cx="20.5" cy="26" r="8.5" />
        <circle cx="43.5" cy="26" r="8.5" />
      </g>
    ),
    front: (
      <path
        d="M21.5 25.5C22 18 26 14.5 32 14.5s10 3.5 10.5 11c-3-4-6.3-5.4-10.5-5.4s-7.5 1.4-10.5 5.4z"
        fill="#261713"
      />
    ),
  },
  beard: {
    backdrop: '#CFE0FB',
    shirt: '#3D69D2',
    skin: '#C88E66',
    front: (
      <g fill="#2C1E19">
        <path d="M21.2 26C20 17.5 24.8 13 32 13s12 4.5 10.8 13c-1.2-3.7-3.2-5.6-4.8-6.3-4 .9-8 .9-12 0-1.6.7-3.6 2.6-4.8 6.3z" />
        <path
          d="M21.5 29.6C22 38.8 26.2 42.6 32 42.6s10-3.8 10.5-13c-1.7 3.3-4 3.7-6 2.5-2.7-1.3-6.3-1.3-9 0-2 1.2-4.3.8-6-2.5zM28.9 35.3c1.8-1.2 4.4-1.2 6.2 0-1 1.4-5.2 1.4-6.2 0z"
          fillRule="evenodd"
        />
      </g>
    ),
  },
  long: {
    backdrop: '#F9D3DF',
    shirt: '#D64D78',
    skin: '#A8704A',
    behind: (
      <path
        d="M19.8 47.5c-3.6-9-2.5-19-.2-25C21.7 15.2 26.4 12 32 12s10.3 3.2 12.4 10.5c2.3 6 3.4 16-.2 25z"
        fill="#201613"
      />
    ),
    front: (
      <path
        d="M21.2 28.5c-.5-9 3.9-13.9 10.8-13.9s11.3 4.9 10.8 13.9c-2-4-4.9-7-8.4-8.9-3.2 3.4-8 5.5-13.2 8.9z"
        fill="#201613"
      />
    ),
  },
  sandy: {
    backdrop: '#CDEBDD',
    shirt: '#2E8C69',
    skin: '#EFC6A7',
    front: (
      <path
        d="M21 26.5c-1.3-9 3.6-13.7 11.2-13.7 7.4 0 12 4.6 10.8 13.2-1-2.7-2.2-4.5-3.9-5.7-5.5.8-10.4-.4-13.4-2.1-2.3 2-3.9 4.7-4.7 8.3z"
        fill="#C98A45"
      />
    ),
  },
  bun: {
    backdrop: '#FBDCC8',
    shirt: '#E5733B',
    skin: '#603D29',
    behind: <circle cx="32" cy="10.8" r="6" fill="#1B120E" />,
    front: (
      <path d="M21 28c-1.4-10 3.5-15.2 11-15.2S44.4 18 43 28c-1.4-4.7-5.3-8.2-11-8.2S22.4 23.3 21 28z" fill="#1B120E" />
    ),
  },
  bob: {
    backdrop: '#E1D7F8',
    shirt: '#7C5ACD',
    skin: '#F1CEAF',
    behind: (
      <path
        d="M19 39.5c-2.2-7-1.5-14 .4-18.3C21.6 15 26.3 12 32 12s10.4 3 12.6 9.2c1.9 4.3 2.6 11.3.4 18.3z"
        fill="#1D1B23"
      />
    ),
    front: (
      <path d="M21.3 26.4C21.3 18.6 25.5 14.3 32 14.3s10.7 4.3 10.7 12.1c-6.5-2.5-14.9-2.5-21.4 0z" fill="#1D1B23" />
    ),
  },
  scarf: {
    backdrop: '#CDE9EA',
    shirt: '#245F69',
    skin: '#D8A37B',
    behind: (
      <path
        d="M17.7 50c-4-11.8-2-23.8 1.4-29.9C22 14.6 26.5 11.8 32 11.8s10 2.8 12.9 8.3c3.4 6.1 5.4 18.1 1.4 29.9z"
        fill="#2E7D84"
      />
    ),
    front: (
      <g fill="#2E7D84">
        <path
          d="M32 12.6c-8.4 0-12.9 6-12.9 14.9 0 9.9 5.5 16.9 12.9 16.9s12.9-7 12.9-16.9c0-8.9-4.5-14.9-12.9-14.9zm0 5.2c5.5 0 8.8 3.9 8.8 10.2 0 6.9-3.8 11.9-8.8 11.9s-8.8-5-8.8-11.9c0-6.3 3.3-10.2 8.8-10.2z"
          fillRule="evenodd"
        />
        <path d="M20.6 43c5.9 5.4 16.9 5.4 22.8 0l2.5 6.9c-7.9 6-19.9 6-27.8 0z" />
      </g>
    ),
  },
  crop: {
    backdrop: '#D9DEE6',
    shirt: '#4B5565',
    skin: '#E2B08B',
    front: (
      <path
        d="M21 27.4c-1.7-9.4 3.4-14.6 11.4-14.6 7.9 0 12.5 5 10.6 14.6-.9-3.5-2.2-5.6-3.8-6.9-4.3 1.5-9.9 1.2-13.5-.6-2.2 1.6-3.9 4-4.7 7.5z"
        fill="#492B1D"
      />
    ),
  },
};

/** An illustrated, made-up person. Decoration. */
export function PersonArt({ look }: { look: PersonLook }) {
  const { backdrop, shirt, skin, behind, front } = LOOKS[look];
  return (
    <svg viewBox="3 3 58 58" aria-hidden="true">
      <rect width="64" height="64" fill={backdrop} />
      {behind}
      <path d="M7 66c.8-13.3 9.5-19.3 25-19.3S56.2 52.7 57 66z" fill={shirt} />
      <path d="M26.6 38h10.8v8.8c0 3-2.4 4.6-5.4 4.6s-5.4-1.6-5.4-4.6z" fill={skin} />
      <path d="M26.6 40.5c3.2 3 7.6 3 10.8 0v3c-3.2 2.5-7.6 2.5-10.8 0z" opacity=".1" />
      <circle cx="21.5" cy="29.5" r="2.2" fill={skin} />
      <circle cx="42.5" cy="29.5" r="2.2" fill={skin} />
      <ellipse cx="32" cy="28.5" rx="10.5" ry="12.2" fill={skin} />
      {front}
      <g fill="none" stroke="#2A1A14" strokeWidth="1.5" strokeLinecap="round" opacity=".82">
        <path d="M27.7 27.6v.6M36.3 27.6v.6" strokeWidth="2.3" />
        {look !== 'beard' && <path d="M29 33.3c.8 1 1.8 1.5 3 1.5s2.2-.5 3-1.5" />}
      </g>
    </svg>
  );
}
