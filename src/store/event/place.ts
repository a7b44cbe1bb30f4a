/** Where an entry stands among all of its user: whatever is stored later stands behind it. */
export interface Place {
  writtenIn: number
  position: number
}
