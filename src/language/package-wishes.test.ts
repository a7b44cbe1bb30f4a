import { describe, expect, it } from 'vitest'
import { packageWishesIn, withWishesAsComments } from './package-wishes.ts'

const namesIn = (language: string, code: string) =>
  packageWishesIn(language, code).map((wish) => (wish.language === 'python' ? wish.name : `npm:${wish.name}`))

describe('wishes for packages', () => {
  it.each([
    ['bash', 'pip install seaborn', ['seaborn']],
    ['bash', '$ pip3 install -U "pandas>=2" scikit_learn[all]==1.5 # all', ['pandas', 'scikit-learn']],
    [
      'bash',
      'cd x && python3 -m pip install numpy; sudo pip install -r requirements.txt --index-url https://x.y z',
      ['numpy', 'z'],
    ],
    ['bash', 'pip install \\\n  a \\\n  b', ['a', 'b']],
    [
      'bash',
      'npm install lodash @scope/tool@2 --save-dev\nyarn add chalk',
      ['npm:lodash', 'npm:@scope/tool', 'npm:chalk'],
    ],
    ['bash', 'pip install git+https://host/x.git ./local -e .\nnpm install\necho pip install q', []],
    ['python', '!pip install a\n  %pip install -q b\nx = "pip install c"', ['a', 'b']],
    ['javascript', 'pip install a', []],
  ])('are found in %s: %j', (language, code, names) => {
    expect(namesIn(language, code)).toEqual(names)
  })

  it('become comments in a Python program, which keeps its lines and blocks', () => {
    const code = '!pip install a\ntry:\n    import a\nexcept ImportError:\n    %pip install a\nx = 5 %2\n'
    expect(withWishesAsComments(code)).toBe(
      '# !pip install a\ntry:\n    import a\nexcept ImportError:\n    pass  # %pip install a\nx = 5 %2\n',
    )
  })
})
