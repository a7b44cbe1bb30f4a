import { createHash } from 'node:crypto';
import { EOL } from 'node:os';
import path from 'node:path';

export function slug(text) {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join('-');
}

export function wrap(text, width) {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.length - 1;
    const joined = lines[last] === '' ? word : `${lines[last]} ${word}`;
    if (joined.length <= width) {
      lines[last] = joined;
    } else {
      lines.push(word);
    }
  }
  return lines;
}

export const isPalindrome = (text) => {
  const letters = [...text.toLowerCase()].filter((char) => /[a-z]/.test(char));
  return letters.join('') === letters.reverse().join('');
};

const fingerprint = (text) => createHash('sha256').update(text).digest('hex').slice(0, 8);

console.log(slug('  Crème Brûlée & Café!  '));
console.log(wrap('the quick brown fox jumps over the lazy dog', 12).join(EOL));
console.log(isPalindrome('A man, a plan, a canal: Panama'), isPalindrome('Anneal'));
console.log(fingerprint('hello'), fingerprint('hello') === fingerprint('hello!'));
console.log(path.posix.join('a', '..', 'b', 'c.txt'), path.extname('x.tar.gz'));
const vowels = 'education'.replace(/[^aeiou]/g, '').length;
console.log(`vowels: ${vowels}`);
