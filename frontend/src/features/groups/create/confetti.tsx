const COLORS = ['0-blue', '1-red', '2-green', '3-yellow', '4-purple'] as const;

/** Each piece: left and top in pixels, rotation in degrees, round or long. */
const PIECES = [
  [40, 40, 0, 'round'],
  [78, 92, 50, 'long'],
  [66, 126, 11, 'long'],
  [112, 34, 0, 'round'],
  [140, 104, 58, 'long'],
  [26, 104, 39, 'long'],
  [150, 70, 0, 'round'],
  [332, 38, -3, 'long'],
  [374, 86, 5, 'long'],
  [408, 50, 0, 'round'],
  [338, 118, 15, 'long'],
  [424, 118, -36, 'long'],
  [306, 96, 0, 'round'],
  [432, 92, 42, 'long'],
  [96, 64, 5, 'long'],
  [398, 14, 0, 'round'],
  [290, 44, 20, 'long'],
  [168, 24, 18, 'long'],
] as const;

/** Fallen confetti. It does not move. */
export function Confetti() {
  return (
    <span className="confetti" aria-hidden="true">
      {PIECES.map(([left, top, turn, shape], index) => (
        <i
          key={`${left}-${top}`}
          className={`confetti__${shape}`}
          style={{
            left,
            top,
            rotate: `${turn}deg`,
            background: `var(--palette-${COLORS[index % COLORS.length] ?? '0-blue'})`,
          }}
        />
      ))}
    </span>
  );
}
