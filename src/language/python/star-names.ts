import { table } from '../table.ts'

/** All names that `from … import *` brings, of modules that people import so; of other modules they are not known. */
export const STAR_NAMES = table<string>({
  typing:
    'AbstractSet Annotated Any AnyStr AsyncContextManager AsyncGenerator AsyncIterable AsyncIterator Awaitable ' +
    'BinaryIO ByteString Callable ChainMap ClassVar Collection Concatenate Container ContextManager Coroutine Counter ' +
    'DefaultDict Deque Dict Final ForwardRef FrozenSet Generator Generic Hashable IO ItemsView Iterable Iterator ' +
    'KeysView List Literal LiteralString Mapping MappingView Match MutableMapping MutableSequence MutableSet ' +
    'NamedTuple Never NewType NoDefault NoReturn NotRequired Optional OrderedDict ParamSpec ParamSpecArgs ' +
    'ParamSpecKwargs Pattern Protocol ReadOnly Required Reversible Self Sequence Set Sized SupportsAbs SupportsBytes ' +
    'SupportsComplex SupportsFloat SupportsIndex SupportsInt SupportsRound TYPE_CHECKING Text TextIO Tuple Type ' +
    'TypeAlias TypeAliasType TypeGuard TypeIs TypeVar TypeVarTuple TypedDict Union Unpack ValuesView assert_never ' +
    'assert_type cast clear_overloads dataclass_transform evaluate_forward_ref final get_args get_origin ' +
    'get_overloads get_protocol_members get_type_hints is_protocol is_typeddict no_type_check no_type_check_decorator ' +
    'overload override reveal_type runtime_checkable',
  collections: 'ChainMap Counter OrderedDict UserDict UserList UserString defaultdict deque namedtuple',
  functools:
    'Placeholder WRAPPER_ASSIGNMENTS WRAPPER_UPDATES cache cached_property cmp_to_key lru_cache partial partialmethod ' +
    'reduce singledispatch singledispatchmethod total_ordering update_wrapper wraps',
  itertools:
    'accumulate batched chain combinations combinations_with_replacement compress count cycle dropwhile filterfalse ' +
    'groupby islice pairwise permutations product repeat starmap takewhile tee zip_longest',
  heapq:
    'heapify heapify_max heappop heappop_max heappush heappush_max heappushpop heappushpop_max heapreplace ' +
    'heapreplace_max merge nlargest nsmallest',
  bisect: 'bisect bisect_left bisect_right insort insort_left insort_right',
  math:
    'acos acosh asin asinh atan atan2 atanh cbrt ceil comb copysign cos cosh degrees dist e erf erfc exp exp2 expm1 ' +
    'fabs factorial floor fma fmod frexp fsum gamma gcd hypot inf isclose isfinite isinf isnan isqrt lcm ldexp lgamma ' +
    'log log10 log1p log2 modf nan nextafter perm pi pow prod radians remainder sin sinh sqrt sumprod tan tanh tau ' +
    'trunc ulp',
  random:
    'Random SystemRandom betavariate binomialvariate choice choices expovariate gammavariate gauss getrandbits ' +
    'getstate lognormvariate normalvariate paretovariate randbytes randint random randrange sample seed setstate ' +
    'shuffle triangular uniform vonmisesvariate weibullvariate',
  string:
    'Formatter Template ascii_letters ascii_lowercase ascii_uppercase capwords digits hexdigits octdigits printable ' +
    'punctuation whitespace',
  re:
    'A ASCII DOTALL I IGNORECASE L LOCALE M MULTILINE Match NOFLAG Pattern PatternError RegexFlag S U UNICODE VERBOSE ' +
    'X compile error escape findall finditer fullmatch match purge search split sub subn template',
  datetime: 'MAXYEAR MINYEAR UTC date datetime time timedelta timezone tzinfo',
  operator:
    'abs add and_ attrgetter call concat contains countOf delitem eq floordiv ge getitem gt iadd iand iconcat ' +
    'ifloordiv ilshift imatmul imod imul index indexOf inv invert ior ipow irshift is_ is_none is_not is_not_none ' +
    'isub itemgetter itruediv ixor le length_hint lshift lt matmul methodcaller mod mul ne neg not_ or_ pos pow ' +
    'rshift setitem sub truediv truth xor',
})
