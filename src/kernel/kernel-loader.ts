/** Read by Python from its command line: takes its program from its input, length first, and becomes it. */
export const kernelLoader = ({ first = '', flags = '' }: { first?: string; flags?: string } = {}): string => `
import os,sys
${first}
def take(n):
 b=b''
 while len(b)<n:
  c=os.read(0,n-len(b))
  if not c:os._exit(1)
  b+=c
 return b
exec(compile(take(int.from_bytes(take(4),'big')),'<kernel>','exec'${flags}),{'__name__':'kernel'})
`
