/** How many turns the event loop takes for other work until some work is done. */
export const turnsDuring = async (work: Promise<unknown>): Promise<number> => {
  let [turns, isOver] = [0, false];
  const takeTurns = () => {
    turns += 1;
    if (!isOver) setImmediate(takeTurns);
  };
  setImmediate(takeTurns);
  await work;
  isOver = true;
  return turns;
};
