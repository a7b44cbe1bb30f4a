/** Names that connect a piece of a program with other pieces. */
export interface Names {
  /** Names that it makes and later pieces can use. */
  gives: Set<string>
  /** Names that it uses without making them before. Names of the language itself are included: no piece gives those. */
  needs: Set<string>
  /** Names that it changes without making them: a list that grows, a table that is filled. */
  changes: Set<string>
}
