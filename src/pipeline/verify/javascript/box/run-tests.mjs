export async function runTests() { return {} }
