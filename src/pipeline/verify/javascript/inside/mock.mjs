/** A function that remembers how it was called, as test libraries have it. */
export function createMock(implementation = () => undefined) {
  let current = implementation
  const once = []
  const calls = []
  const results = []
  function spy(...given) {
    calls.push(given)
    const act = once.shift() ?? current
    const value = act?.apply(this, given)
    results.push({ type: 'return', value })
    return value
  }
  const set = (act) => {
    current = act
    return spy
  }
  return Object.assign(spy, {
    mock: { calls, results },
    mockImplementation: set,
    mockReturnValue: (value) => set(() => value),
    mockResolvedValue: (value) => set(async () => value),
    mockRejectedValue: (error) => set(async () => Promise.reject(error)),
    mockReturnValueOnce: (value) => once.push(() => value) && spy,
    mockImplementationOnce: (act) => once.push(act) && spy,
    mockClear: () => calls.splice(0) && spy,
    mockReset: () => calls.splice(0) && set(() => undefined),
    mockRestore: () => {},
  })
}
