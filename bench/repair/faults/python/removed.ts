import { mechanical } from '../fault.ts'
import { replace, together } from '../replace.ts'

/** Names that older versions had, and many texts still show. */
export const removedFaults = [
  mechanical('removed-collections', replace(/\bcollections\.abc\b/g, 'collections')),
  mechanical('removed-clock', replace(/\btime\.(?:perf_counter|process_time)\(/g, 'time.clock(')),
  mechanical('removed-letters', replace(/\bstring\.ascii_(letters|lowercase|uppercase)\b/g, 'string.$1')),
  mechanical('removed-getargspec', replace(/\binspect\.getfullargspec\b/g, 'inspect.getargspec')),
  mechanical(
    'removed-gcd',
    together(replace(/^import math$/gm, '$0\nfrom fractions import gcd'), replace(/\bmath\.gcd\(/g, 'gcd(')),
  ),
  mechanical(
    'removed-escape',
    together(replace(/^import html$/gm, 'import cgi'), replace(/\bhtml\.escape\(/g, 'cgi.escape(')),
  ),
  mechanical(
    'removed-izip',
    replace(/\bitertools\.zip_longest\(/g, 'itertools.izip_longest('),
    together(replace(/^/, 'from itertools import izip\n'), replace(/(?<![\w.])zip\(/g, 'izip(')),
  ),
  mechanical('removed-encodestring', replace(/\bbase64\.(en|de)codebytes\(/g, 'base64.$1codestring(')),
  mechanical('removed-numpy-alias', replace(/\bnp\.(float|int|bool)(?:64|_)\b/g, 'np.$1')),
  mechanical(
    'removed-pandas',
    replace(/\.sort_values\((?=")/g, '.sort('),
    replace(/\.iloc\[/g, '.ix['),
    replace(/\.to_numpy\(\)/g, '.as_matrix()'),
  ),
  mechanical('removed-async', replace(/\basyncio\.(?:ensure_future|create_task)\(/g, 'asyncio.async(')),
  mechanical('removed-isalive', replace(/\.is_alive\(\)/g, '.isAlive()')),
]
