import type { Clues } from './clues.ts'

/** Signs of text that people or programs wrote for people to read. */
export const textClues: Clues = {
  output: [
    [4, /^\s*\[\[?\s*-?\d[\d.]*\s+-?\d/m],
    [7, /^[-dl](?:[r-][w-][xsS-]){3}[.+]?\s+\d/m],
    [6, /^\S+:\d+(?::\d+)?:\s*(?:fatal\s+)?(?:error|warning|note)\b/im],
    [8, /^Traceback \(most recent call last\):/m],
    [6, /^\s*(?:at\s+\S+\s+\(.*:\d+:\d+\)|File ".*", line \d+)/m],
    [5, /^(?:\w+\.)*[A-Z]\w*(?:Error|Exception|Warning)(?::\s|$)/m],
    [5, /^(?:error|warning|fatal|note)(?:\[\w+\])?:\s/im],
    [5, /^\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d/m],
    [5, /^\[?(?:INFO|DEBUG|WARN(?:ING)?|ERROR)\]?[\s:|]/m],
    [5, /^\s*[+|][-+=|]{5,}[+|]\s*$/m],
    [4, /^\s*-{2,}(?:\s+-{2,})+\s*$/m],
    [3, /^\s*[|│][^|│\n]*[|│][^|│\n]*[|│]/m],
    [4, /^(?=[^\n]*\d)[-\d.,%\s]+$/],
    [3, /^-?\d[\d.,]*$/m],
    [3, /^\s*\d+\s+\S.*\n\s*\d+\s+\S/m],
    [4, /^(?:[A-Z][\w ]{0,40}):\s*[-$]?\d[\d.,]*\s?\S{0,8}$/m],
    [3, /^[A-Z][\w ']{0,40}[:=]\s*[[({'"\d-]/m],
    [3, /^\s*[[{(][^=;\n]*[\])}]\s*$/],
    [3, /^Hello,? \w+!?\s*$/m],
    [3, /\b\d+(?:\.\d+)?\s?(?:ms|s|MB|KB|GB|seconds|bytes|passed|failed|%)\b/],
    [3, /^={3,}.*={3,}$|^\.{3,}|✓|✔|PASSED|FAILED/m],
    [3, /^(?:Enter|Guess|Input|Please enter)\b.*[:?>]\s*\S+/im],
    [
      -5,
      /^\s*(?:def|class|import|from|const|let|var|function|if|for|while|return|print|SELECT|INSERT|CREATE|public|#include|package|func|fn|use)\b/m,
    ],
    [-3, /[;{]\s*$|\w\(.*\)\s*$|^\s*[\w.]+\s*=\s*\S/m],
  ],
  pseudocode: [
    [
      6,
      /^\s*(?:BEGIN|END|ENDIF|END\s+IF|ENDWHILE|END\s+WHILE|ENDFOR|END\s+FOR|ENDFUNCTION|END\s+FUNCTION|PROCEDURE|ALGORITHM|END PROCEDURE)\b/m,
    ],
    [5, /←|:=.*\bthen\b/],
    [
      5,
      /^\s*(?:FOR\s+EACH|FOR\s+\w+\s+FROM|IF\s.+\sTHEN|WHILE\s.+\sDO|REPEAT|UNTIL|SET\s+\w+\s+TO|INPUT|OUTPUT|RETURN|FUNCTION)\b/m,
    ],
    [4, /^\s*for\s+each\s+[\w ]+\s+in\s/im],
    [4, /^\s*(?:if|while)\s+(?:[a-z]+ ){2,}[^()\n]*(?::|then)\s*$/im],
    [4, /^\s*(?:set|let|add|swap|increment|initialize|compute|return|print|repeat|mark|remove)\s+(?:[a-z]+ ){2,}/im],
    [3, /^\s*(?:function|procedure|algorithm)\s+\w+\s*\([^)\n]*\)\s*(?:is|:)?\s*$/im],
    [3, /^\s*end\s+(?:if|while|for|function|procedure)\b/im],
    [-5, /;\s*$|\{\s*$|^\s*def\s|\bconst\s|\bprint\(|console\.|\bSELECT\b[\s\S]{0,500}\bFROM\b/m],
  ],
  prose: [
    [4, /^[A-Z][a-z']*(?:,? [a-z'-]+){4,}[^;{}()=\n]*[.!?:]$/m],
    [3, /\b(?:the|this|that|you|your|with|from|have|will|should)\b[^\n]*\b(?:the|a|an|is|are|to|and|of|in)\b/i],
    [2, /^(?:Dear|Hi|Hello|Subject:|Note:|Step \d)/m],
    [2, /^(?:\d+\.|[-*•])\s+[A-Z][a-z]+ [a-z]+/m],
    [3, /^(?:[A-Za-z',-]+ ){5,}[A-Za-z'-]+[.!?]?$/m],
    [
      -6,
      /[;{]\s*$|^\s*(?:def|class|import|const|let|var|function|return|#include|SELECT|CREATE)\b|[\w\]]\s*=\s*\S|\w\(\w*\)/m,
    ],
  ],
}
