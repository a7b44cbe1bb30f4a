/** What a piece of a program has to do with the others. */
export interface Names {
  /** What it makes that later pieces can use. */
  gives: Set<string>
  /** What it uses and does not make before. Names of the language itself are among them: nobody gives those. */
  needs: Set<string>
  /** What it changes without making it: a list that grows, a table that is filled. */
  changes: Set<string>
}
