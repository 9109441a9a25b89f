const SEATS = [
  [16, 6.4],
  [22.79, 9.21],
  [25.6, 16],
  [16, 25.6],
  [9.21, 22.79],
  [6.4, 16],
  [9.21, 9.21],
] as const;

/** A ring of seats, one pulled out as the tail of a Q. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 32 32" aria-hidden="true">
      <g className="mark__seats">
        {SEATS.map(([cx, cy]) => (
          <circle key={`${cx}-${cy}`} cx={cx} cy={cy} r={2.7} />
        ))}
      </g>
      <path className="mark__tail" d="M20.6 20.6l5.7 5.7" />
    </svg>
  );
}

/** Mark and name. With `href` it links home. */
export function Brand({ href }: { href?: string }) {
  const inside = (
    <>
      <Mark />
      Quorum
    </>
  );
  return href ? (
    <a className="brand" href={href}>
      {inside}
    </a>
  ) : (
    <span className="brand">{inside}</span>
  );
}
