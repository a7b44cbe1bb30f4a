/**
 * Program on Python's command line: takes the kernel's program from its input, as `packKernel` packs it, and becomes it. The
 * kernel has built-ins of its own: changes that user code makes to the real ones must not end it.
 */
export const kernelLoader = ({ first = '', flags = '' }: { first?: string; flags?: string } = {}): string => `
import marshal,os,sys
${first}
def take(n):
 b=bytearray()
 while len(b)<n:
  c=os.read(0,n-len(b))
  if not c:os._exit(1)
  b+=c
 return bytes(b)
c=take(int.from_bytes(take(4),'big'))
s=take(int.from_bytes(take(4),'big'))
m=sys.modules['_frozen_importlib_external'].MAGIC_NUMBER
exec(marshal.loads(c[len(m):]) if c[:len(m)]==m else compile(s,'<kernel>','exec'${flags}),{'__name__':'kernel','__builtins__':dict(vars(sys.modules['builtins']))})
`
