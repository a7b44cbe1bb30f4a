import type { PublishedValue } from './published-value.fixture.ts'

/**
 * Functions with the structure of those in "Cognitive Complexity: A new way of measuring understandability" (SonarSource,
 * version 1.7), and the value printed below each; the numbers of paths are those that ESLint's `complexity` reports.
 */
export const COGNITIVE_JAVASCRIPT: PublishedValue[] = [
  {
    name: 'sumOfPrimes',
    cognitive: 7,
    cyclomatic: 4,
    source: `function sumOfPrimes(limit) {
  let sum = 0
  OUTER: for (let candidate = 1; candidate <= limit; ++candidate) {
    for (let divisor = 2; divisor < candidate; ++divisor) {
      if (candidate % divisor === 0) {
        continue OUTER
      }
    }
    sum += candidate
  }
  return sum
}`,
  },
  {
    name: 'getWords',
    cognitive: 1,
    cyclomatic: 4,
    source: `function getWords(count) {
  switch (count) {
    case 1:
      return 'one'
    case 2:
      return 'a couple'
    case 3:
      return 'a few'
    default:
      return 'lots'
  }
}`,
  },
  {
    name: 'overriddenSymbolFrom',
    cognitive: 19,
    cyclomatic: 10,
    source: `function overriddenSymbolFrom(owner) {
  if (owner.isUnknown()) {
    return UNKNOWN
  }
  let sawUnknown = false
  for (const symbol of owner.lookup(name)) {
    if (symbol.isMethod() && !symbol.isStatic()) {
      if (canOverride(symbol)) {
        const answer = checkParameters(symbol, owner)
        if (answer === null) {
          if (!sawUnknown) {
            sawUnknown = true
          }
        } else if (answer) {
          return symbol
        }
      }
    }
  }
  if (sawUnknown) {
    return UNKNOWN
  }
  return null
}`,
  },
  {
    name: 'addVersion',
    cognitive: 35,
    cyclomatic: 14,
    source: `function addVersion(entry, transaction) {
  const index = store.index()
  while (true) {
    try {
      if (first !== null) {
        if (first.version > entry.version) {
          throw new Rollback()
        }
        if (transaction.isActive()) {
          for (let earlier = first; earlier !== null; earlier = earlier.previous) {
            const depends = index.dependency(earlier.version, transaction, 0)
            if (depends === TIMED_OUT) {
              throw new Retry(earlier.version)
            }
            if (depends !== 0 && depends !== ABORTED) {
              throw new Rollback()
            }
          }
        }
      }
      entry.previous = first
      first = entry
      break
    } catch (retry) {
      try {
        const depends = index.dependency(retry.version, transaction, TIMEOUT)
        if (depends !== 0 && depends !== ABORTED) {
          throw new Rollback()
        }
      } catch (interrupted) {
        throw new Interrupted(interrupted)
      }
    }
    try {
      pause()
    } catch (interrupted) {
      throw new Interrupted(interrupted)
    }
  }
}`,
  },
  {
    name: 'toRegexp',
    cognitive: 20,
    cyclomatic: 12,
    source: `function toRegexp(pattern, separator) {
  const escaped = '\\\\' + separator
  let text = '^'
  let at = pattern.startsWith('/') || pattern.startsWith('\\\\') ? 1 : 0
  while (at < pattern.length) {
    const character = pattern[at]
    if (SPECIAL.indexOf(character) !== -1) {
      text += '\\\\' + character
    } else if (character === '*') {
      if (at + 1 < pattern.length && pattern[at + 1] === '*') {
        if (at + 2 < pattern.length && isSlash(pattern[at + 2])) {
          text += '(?:.*' + escaped + '|)'
          at += 2
        } else {
          text += '.*'
          at += 1
        }
      } else {
        text += '[^' + escaped + ']*?'
      }
    } else if (character === '?') {
      text += '[^' + escaped + ']'
    } else if (isSlash(character)) {
      text += escaped
    } else {
      text += character
    }
    at++
  }
  return new RegExp(text + '$')
}`,
  },
  {
    name: 'model.save',
    cognitive: 20,
    cyclomatic: 3,
    source: `const model = {
  save: function (options, callback) {
    const self = this
    if (typeof options === 'function') {
      callback = options
      options = {}
    }
    options || (options = {})
    self.validate(self.toJSON(), function (problem) {
      if (problem) {
        callback && callback.call(null, problem)
        return
      }
      self.sync(self.isNew() ? 'create' : 'update', options, function (failure, response) {
        const facade = { options, response }
        if (failure) {
          facade.error = failure
          self.fire('error', facade)
        } else {
          if (!self.saveEvent) {
            self.saveEvent = self.publish('save')
          }
          if (response) {
            self.setAttributes(self.parse(response), options)
          }
          self.saveEvent.fire(facade)
        }
        callback && callback.apply(null, arguments)
      })
    })
    return self
  },
}`,
  },
  {
    name: 'declaresOnly',
    cognitive: 1,
    cyclomatic: 1,
    source: `function declaresOnly(library) {
  library.parse = function (text) {
    if (text) {
      read(text)
    }
  }
}`,
  },
  {
    name: 'doesMore',
    cognitive: 3,
    cyclomatic: 2,
    source: `function doesMore(library) {
  if (library) {
    prepare(library)
  }
  library.parse = function (text) {
    if (text) {
      read(text)
    }
  }
}`,
  },
]
