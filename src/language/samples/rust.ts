import type { LanguageSamples } from './samples.ts'

const main = (body: string) => `fn main() {\n${body}\n}\n`

export const rustSamples: LanguageSamples = {
  hello: { code: main('println!("hello");') },
  stdin: { code: main('std::io::copy(&mut std::io::stdin(), &mut std::io::stdout()).unwrap();') },
  args: { code: main('for argument in std::env::args().skip(1) { println!("{}", argument); }') },
  files: {
    code: main(
      'let text = std::fs::read_to_string("data/numbers.csv").unwrap();\nlet sum: i32 = text.lines().skip(1).map(|line| line.parse::<i32>().unwrap()).sum();\nprintln!("{}", sum);',
    ),
  },
  exitCode: { code: main('std::process::exit(3);') },
  error: {
    code: 'fn main() {\n    let x: Option<i32> = None;\n    x.expect("not so");\n}\n',
    type: 'Panic',
    message: 'not so',
  },
  unicode: { code: main('println!("héllo ✓ 你好 🎉");') },
  large: { code: main('for n in 1..=20000 { println!("{}", n); }') },
  forever: { code: main('println!("started");\nloop { std::thread::sleep(std::time::Duration::from_secs(1)); }') },
}
