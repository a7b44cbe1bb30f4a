export async function findProperties() {
  return []
}
