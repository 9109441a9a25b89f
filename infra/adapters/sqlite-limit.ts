/**
 * The end of a query that takes its limit as a parameter. SQLite 3.48 and later plan by the limit's value, and prepare a statement
 * that ends with a bare `LIMIT ?` again each time it runs. The sign hides the parameter from the planner.
 */
export const LIMIT = 'LIMIT +?';
