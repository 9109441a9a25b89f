/** `1st`, `2nd`, `3rd`, `11th` */
export const ordinal = (number: number): string => {
  const isTeen = number % 100 > 10 && number % 100 < 14;
  const ending = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th');
  return `${number}${ending}`;
};
