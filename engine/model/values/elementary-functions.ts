/** The functions of `Math` whose exact results the JavaScript standard leaves open. */
export type ElementaryFunctions = Pick<
  typeof Math,
  | 'acos'
  | 'acosh'
  | 'asin'
  | 'asinh'
  | 'atan'
  | 'atan2'
  | 'atanh'
  | 'cbrt'
  | 'cos'
  | 'cosh'
  | 'exp'
  | 'expm1'
  | 'hypot'
  | 'log'
  | 'log10'
  | 'log1p'
  | 'log2'
  | 'pow'
  | 'sin'
  | 'sinh'
  | 'tan'
  | 'tanh'
>;

/**
 * The elementary functions, with the same bits on every machine: versions of V8 differ in `sin`, `cos` and `pow`. One function
 * holds them all and uses nothing but the language, because its text also runs in the realms of scenarios.
 *
 * Source: fdlibm, as in FreeBSD's msun. "Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved. Developed at
 * SunPro, a Sun Microsystems, Inc. business. Permission to use, copy, modify, and distribute this software is freely granted,
 * provided that this notice is preserved." The reduction of large angles is our own.
 */
export function elementaryFunctions(): ElementaryFunctions {
  const { abs, sqrt, max } = Math;
  const double = new Float64Array(1);
  const words = new Int32Array(double.buffer);
  double[0] = 1;
  const HIGH = words[1] === 0 ? 0 : 1; // by the machine's byte order
  const LOW = 1 - HIGH;

  /** The upper 32 bits of `x`: sign, exponent and the first bits of the fraction. */
  const highWord = (x: number): number => {
    double[0] = x;
    return words[HIGH]!;
  };
  const lowWord = (x: number): number => {
    double[0] = x;
    return words[LOW]!;
  };
  const fromWords = (high: number, low: number): number => {
    words[HIGH] = high;
    words[LOW] = low;
    return double[0]!;
  };
  /** `x` without its lower 32 bits. */
  const head = (x: number): number => fromWords(highWord(x), 0);
  /** 2 to the power of `exponent`, from -1022 to 1023. */
  const powerOfTwo = (exponent: number): number => fromWords((exponent + 1023) << 20, 0);

  const TWO_54 = 18014398509481984;
  const LN2_HIGH = 0.6931471803691238;
  const LN2_LOW = 1.9082149292705877e-10;
  const INVERSE_LN2 = 1.4426950408889634;
  const PI = 3.141592653589793;
  const PI_LOW = 1.2246467991473532e-16;
  const HALF_PI = 1.5707963267948966;
  const HALF_PI_LOW = 6.123233995736766e-17;
  const QUARTER_PI = 0.7853981633974483;
  const QUARTER_PI_LOW = 3.061616997868383e-17;

  // Angles. Those of `…NearZero` are `x + tail`, at most π/4.

  const sinNearZero = (x: number, tail: number): number => {
    if ((highWord(x) & 0x7fffffff) < 0x3e400000) return x;
    const z = x * x;
    const v = z * x;
    const r =
      0.00833333333332249 +
      z *
        (-0.0001984126982985795 +
          z * (0.0000027557313707070068 + z * (-2.5050760253406863e-8 + z * 1.58969099521155e-10)));
    return tail === 0
      ? x + v * (-0.16666666666666632 + z * r)
      : x - (z * (0.5 * tail - v * r) - tail - v * -0.16666666666666632);
  };
  const cosNearZero = (x: number, tail: number): number => {
    const high = highWord(x) & 0x7fffffff;
    if (high < 0x3e400000) return 1;
    const z = x * x;
    const r =
      z *
      (0.0416666666666666 +
        z *
          (-0.001388888888887411 +
            z *
              (0.00002480158728947673 +
                z * (-2.7557314351390663e-7 + z * (2.087572321298175e-9 + z * -1.1359647557788195e-11)))));
    if (high < 0x3fd33333) return 1 - (0.5 * z - (z * r - x * tail));
    const q = high > 0x3fe90000 ? 0.28125 : fromWords(high - 0x00200000, 0);
    return 1 - q - (0.5 * z - q - (z * r - x * tail));
  };
  /** The tangent of a small `x`, or -1 divided by it. */
  const tanNearZero = (x: number, tail: number, isInverse: boolean): number => {
    const high = highWord(x);
    const magnitude = high & 0x7fffffff;
    if (magnitude < 0x3e300000 && !isInverse) return x;
    const isLarge = magnitude >= 0x3fe59428;
    const sign = high < 0 ? -1 : 1;
    const t = isLarge ? QUARTER_PI - x * sign + (QUARTER_PI_LOW - tail * sign) : x;
    const rest = isLarge ? 0 : tail;
    const z = t * t;
    const w = z * z;
    const odd =
      0.13333333333320124 +
      w *
        (0.021869488294859542 +
          w *
            (0.0035920791075913124 +
              w * (0.0005880412408202641 + w * (0.00007817944429395571 + w * -0.000018558637485527546))));
    const even =
      z *
      (0.05396825397622605 +
        w *
          (0.0088632398235993 +
            w *
              (0.0014562094543252903 +
                w * (0.0002464631348184699 + w * (0.00007140724913826082 + w * 0.00002590730518636337)))));
    const s = z * t;
    const r = rest + z * (s * (odd + even) + rest) + 0.3333333333333341 * s;
    const sum = t + r;
    if (isLarge) {
      const v = isInverse ? -1 : 1;
      return sign * (v - 2 * (t - ((sum * sum) / (sum + v) - r)));
    }
    if (!isInverse) return sum;
    const sumHead = head(sum);
    const sumTail = r - (sumHead - t);
    const inverse = -1 / sum;
    const inverseHead = head(inverse);
    return inverseHead + inverse * (1 + inverseHead * sumHead + inverseHead * sumTail);
  };

  /** 2/π, 1280 bits after the point. */
  const TWO_OVER_PI =
    0xa2f9836e4e441529fc2757d1f534ddc0db6295993c439041fe5163abdebbc561b7246e3a424dd2e006492eea09d1921cfe1deb1cb129a73ee88235f52ebb4484e99c7026b45f7e413991d639835339f49c845f8bbdf9283b1ff897ffde05980fef2f118b5a0a6d1f6d367ecf27cb09b74f463f669e5fea2d7527bac7ebe5f17b3d0739f78a5292ea6bfb5fb11f8d5d0856033046fc7b6babf0cfbc209af4361dn;
  /** π/2, 192 bits after the point. */
  const HALF_PI_192 = 0x1921fb54442d18469898cc51701b839a252049c1114cf98e8n;
  const TWO_192 = Number(1n << 192n);

  let remainder = 0;
  let remainderTail = 0;
  /** Sets the remainder of `x` by π/2, and returns the last two bits of the quotient. */
  const reduce = (x: number): number => {
    const high = highWord(x) & 0x7fffffff;
    return high < 0x413921fb ? reduceMedium(x, high) : reduceLarge(x, high);
  };
  /** Reduces a medium `x` by π/2, in up to three steps, depending on how many digits cancel out. */
  const reduceMedium = (x: number, high: number): number => {
    const n = x * 0.6366197723675814 + 6755399441055744 - 6755399441055744;
    let r = x - n * 1.5707963267341256;
    let w = n * 6.077100506506192e-11;
    remainder = r - w;
    const lost = (): number => (high >> 20) - ((highWord(remainder) >> 20) & 0x7ff);
    if (lost() > 16) {
      let t = r;
      w = n * 6.077100506303966e-11;
      r = t - w;
      w = n * 2.0222662487959506e-21 - (t - r - w);
      remainder = r - w;
      if (lost() > 49) {
        t = r;
        w = n * 2.0222662487111665e-21;
        r = t - w;
        w = n * 8.4784276603689e-32 - (t - r - w);
        remainder = r - w;
      }
    }
    remainderTail = r - remainder - w;
    return n & 3;
  };
  const reduceLarge = (x: number, high: number): number => {
    const fraction = (BigInt(high & 0xfffff) + 0x100000n) * 0x100000000n + BigInt(lowWord(x) >>> 0);
    const digits = BigInt(1280 - ((high >> 20) - 1075));
    const quotient = fraction * TWO_OVER_PI;
    const n = (quotient + (1n << (digits - 1n))) >> digits;
    const rest = (((quotient - (n << digits)) >> (digits - 192n)) * HALF_PI_192) >> 192n;
    const sign = x < 0 ? -1 : 1;
    const nearest = Number(rest);
    remainder = (sign * nearest) / TWO_192;
    remainderTail = (sign * Number(rest - BigInt(nearest))) / TWO_192;
    return (Number(BigInt.asIntN(2, n)) * sign) & 3;
  };
  const isSmall = (x: number): boolean => (highWord(x) & 0x7fffffff) <= 0x3fe921fb;

  const sin = (x: number): number => {
    if (isSmall(x)) return sinNearZero(x, 0);
    if (x - x !== 0) return NaN;
    const n = reduce(x);
    const y = n % 2 === 0 ? sinNearZero(remainder, remainderTail) : cosNearZero(remainder, remainderTail);
    return n < 2 ? y : -y;
  };
  const cos = (x: number): number => {
    if (isSmall(x)) return cosNearZero(x, 0);
    if (x - x !== 0) return NaN;
    const n = reduce(x);
    const y = n % 2 === 0 ? cosNearZero(remainder, remainderTail) : sinNearZero(remainder, remainderTail);
    return n === 0 || n === 3 ? y : -y;
  };
  const tan = (x: number): number => {
    if (isSmall(x)) return tanNearZero(x, 0, false);
    if (x - x !== 0) return NaN;
    const n = reduce(x);
    return tanNearZero(remainder, remainderTail, n % 2 === 1);
  };

  const arcRatio = (z: number): number =>
    (z *
      (0.16666666666666666 +
        z *
          (-0.3255658186224009 +
            z *
              (0.20121253213486293 +
                z * (-0.04005553450067941 + z * (0.0007915349942898145 + z * 0.00003479331075960212)))))) /
    (1 +
      z *
        (-2.403394911734414 +
          z * (2.0209457602335057 + z * (-0.6882839716054533 + z * 0.07703815055590194))));
  const asin = (x: number): number => {
    const magnitude = abs(x);
    if (!(magnitude <= 1)) return NaN;
    if (magnitude === 1) return x * HALF_PI + x * HALF_PI_LOW;
    if (magnitude < 0.5) return highWord(magnitude) < 0x3e400000 ? x : x + x * arcRatio(x * x);
    const z = (1 - magnitude) * 0.5;
    const r = arcRatio(z);
    const s = sqrt(z);
    let y;
    if (highWord(magnitude) >= 0x3fef3333) y = HALF_PI - (2 * (s + s * r) - HALF_PI_LOW);
    else {
      const w = head(s);
      const c = (z - w * w) / (s + w);
      y = QUARTER_PI - (2 * s * r - (HALF_PI_LOW - 2 * c) - (QUARTER_PI - 2 * w));
    }
    return x < 0 ? -y : y;
  };
  const acos = (x: number): number => {
    const magnitude = abs(x);
    if (!(magnitude <= 1)) return NaN;
    if (magnitude === 1) return x > 0 ? 0 : PI + 2 * HALF_PI_LOW;
    if (magnitude < 0.5)
      return highWord(magnitude) <= 0x3c600000
        ? HALF_PI + HALF_PI_LOW
        : HALF_PI - (x - (HALF_PI_LOW - x * arcRatio(x * x)));
    const z = (1 - magnitude) * 0.5;
    const s = sqrt(z);
    const r = arcRatio(z);
    if (x < 0) return PI - 2 * (s + (r * s - HALF_PI_LOW));
    const w = head(s);
    return 2 * (w + (r * s + (z - w * w) / (s + w)));
  };
  const ATAN_HIGH = [0.4636476090008061, QUARTER_PI, 0.982793723247329, HALF_PI] as const;
  const ATAN_LOW = [2.2698777452961687e-17, QUARTER_PI_LOW, 1.3903311031230998e-17, HALF_PI_LOW] as const;
  const atan = (x: number): number => {
    const high = highWord(x) & 0x7fffffff;
    if (x !== x) return x;
    if (high >= 0x44100000) return x > 0 ? HALF_PI + HALF_PI_LOW : -HALF_PI - HALF_PI_LOW;
    let t = abs(x);
    let part: 0 | 1 | 2 | 3 | undefined;
    if (high < 0x3fdc0000) {
      if (high < 0x3e400000) return x;
      t = x;
    } else if (high < 0x3fe60000) {
      part = 0;
      t = (2 * t - 1) / (2 + t);
    } else if (high < 0x3ff30000) {
      part = 1;
      t = (t - 1) / (t + 1);
    } else if (high < 0x40038000) {
      part = 2;
      t = (t - 1.5) / (1 + 1.5 * t);
    } else {
      part = 3;
      t = -1 / t;
    }
    const z = t * t;
    const w = z * z;
    const even =
      z *
      (0.3333333333333293 +
        w *
          (0.14285714272503466 +
            w *
              (0.09090887133436507 +
                w * (0.06661073137387531 + w * (0.049768779946159324 + w * 0.016285820115365782)))));
    const odd =
      w *
      (-0.19999999999876483 +
        w *
          (-0.11111110405462356 +
            w * (-0.0769187620504483 + w * (-0.058335701337905735 + w * -0.036531572744216916))));
    if (part === undefined) return t - t * (even + odd);
    const y = ATAN_HIGH[part] - (t * (even + odd) - ATAN_LOW[part] - t);
    return x < 0 ? -y : y;
  };
  const atan2 = (y: number, x: number): number => {
    if (x !== x || y !== y) return NaN;
    const isBack = x < 0 || (x === 0 && 1 / x < 0);
    const isBelow = y < 0 || (y === 0 && 1 / y < 0);
    let angle;
    if (y === 0) angle = isBack ? PI : 0;
    else if (x === 0) angle = HALF_PI;
    else if (abs(x) === Infinity) {
      if (abs(y) === Infinity) angle = isBack ? 3 * QUARTER_PI : QUARTER_PI;
      else angle = isBack ? PI : 0;
    } else if (abs(y) === Infinity) angle = HALF_PI;
    else {
      const difference = ((highWord(y) & 0x7fffffff) - (highWord(x) & 0x7fffffff)) >> 20;
      if (difference > 60) angle = HALF_PI;
      else {
        angle = isBack && difference < -60 ? 0 : atan(abs(y / x));
        if (isBack) angle = PI - (angle - PI_LOW);
      }
    }
    return isBelow ? -angle : angle;
  };

  // Exponentials

  const exp = (x: number): number => {
    if (x !== x) return x;
    if (x > 709.782712893384) return Infinity;
    if (x < -745.1332191019411) return 0;
    const magnitude = highWord(x) & 0x7fffffff;
    let n = 0;
    let low = 0;
    let high = x;
    if (magnitude > 0x3fd62e42) {
      const isNegative = x < 0;
      if (magnitude < 0x3ff0a2b2) {
        if (x === 1) return Math.E;
        n = isNegative ? -1 : 1;
      } else n = (INVERSE_LN2 * x + (isNegative ? -0.5 : 0.5)) | 0;
      high = x - n * LN2_HIGH;
      low = n * LN2_LOW;
    } else if (magnitude < 0x3e300000) return 1 + x;
    const r = high - low;
    const t = r * r;
    const c =
      r -
      t *
        (0.16666666666666602 +
          t *
            (-0.0027777777777015593 +
              t * (0.00006613756321437934 + t * (-0.0000016533902205465252 + t * 4.1381367970572385e-8))));
    if (n === 0) return 1 - ((r * c) / (c - 2) - r);
    const y = 1 - (low - (r * c) / (2 - c) - high);
    if (n === 1024) return y * 2 * powerOfTwo(1023);
    return n >= -1021 ? y * powerOfTwo(n) : y * powerOfTwo(n + 1000) * powerOfTwo(-1000);
  };
  const expm1 = (x: number): number => {
    if (x !== x) return x;
    const magnitude = highWord(x) & 0x7fffffff;
    const isNegative = x < 0;
    if (magnitude >= 0x4043687a) {
      if (x > 709.782712893384) return Infinity;
      if (isNegative) return -1;
    }
    let n = 0;
    let r = x;
    let c = 0;
    if (magnitude > 0x3fd62e42) {
      if (magnitude < 0x3ff0a2b2) n = isNegative ? -1 : 1;
      else n = (INVERSE_LN2 * x + (isNegative ? -0.5 : 0.5)) | 0;
      const high = x - n * LN2_HIGH;
      const low = n * LN2_LOW;
      r = high - low;
      c = high - r - low;
    } else if (magnitude < 0x3c900000) return x;
    const half = 0.5 * r;
    const s = r * half;
    const r1 =
      1 +
      s *
        (-0.03333333333333313 +
          s *
            (0.0015873015872548146 +
              s * (-0.0000793650757867488 + s * (0.000004008217827329362 + s * -2.0109921818362437e-7))));
    const t = 3 - r1 * half;
    let e = s * ((r1 - t) / (6 - r * t));
    if (n === 0) return r - (r * e - s);
    e = r * (e - c) - c - s;
    if (n === -1) return 0.5 * (r - e) - 0.5;
    if (n === 1) return r < -0.25 ? -2 * (e - (r + 0.5)) : 1 + 2 * (r - e);
    if (n <= -2 || n > 56) {
      const y = 1 - (e - r);
      return (n === 1024 ? y * 2 * powerOfTwo(1023) : y * powerOfTwo(n)) - 1;
    }
    const y = n < 20 ? 1 - powerOfTwo(-n) - (e - r) : r - (e + powerOfTwo(-n)) + 1;
    return y * powerOfTwo(n);
  };
  const sinh = (x: number): number => {
    const magnitude = abs(x);
    const half = x < 0 ? -0.5 : 0.5;
    if (magnitude < 22) {
      if (highWord(magnitude) < 0x3e300000) return x;
      const t = expm1(magnitude);
      return magnitude < 1 ? half * (2 * t - (t * t) / (t + 1)) : half * (t + t / (t + 1));
    }
    if (magnitude < 709.7822265625) return half * exp(magnitude);
    if (magnitude <= 710.4758600739439) {
      const w = exp(0.5 * magnitude);
      return half * w * w;
    }
    return x * Infinity;
  };
  const cosh = (x: number): number => {
    const magnitude = abs(x);
    const high = highWord(magnitude);
    if (high < 0x3fd62e43) {
      const t = expm1(magnitude);
      const w = 1 + t;
      return high < 0x3c800000 ? w : 1 + (t * t) / (w + w);
    }
    if (magnitude < 22) {
      const t = exp(magnitude);
      return 0.5 * t + 0.5 / t;
    }
    if (magnitude < 709.7822265625) return 0.5 * exp(magnitude);
    if (magnitude <= 710.4758600739439) {
      const w = exp(0.5 * magnitude);
      return 0.5 * w * w;
    }
    return magnitude * Infinity;
  };
  const tanh = (x: number): number => {
    if (x !== x) return x;
    const magnitude = abs(x);
    let y = 1;
    if (magnitude < 22) {
      if (highWord(magnitude) < 0x3e300000) return x;
      if (magnitude >= 1) y = 1 - 2 / (expm1(2 * magnitude) + 2);
      else {
        const t = expm1(-2 * magnitude);
        y = -t / (t + 2);
      }
    }
    return x < 0 ? -y : y;
  };

  // Logarithms

  const logSeries = (s: number): number => {
    const z = s * s;
    const w = z * z;
    const even = w * (0.3999999999940942 + w * (0.22222198432149784 + w * 0.15313837699209373));
    const odd =
      z *
      (0.6666666666666735 + w * (0.2857142874366239 + w * (0.1818357216161805 + w * 0.14798198605116586)));
    return odd + even;
  };
  let fraction = 1;
  /** The exponent of a positive `x`. Sets `fraction` to `x` without it, between √½ and √2. */
  const split = (x: number): number => {
    const isTiny = x < 2.2250738585072014e-308;
    const t = isTiny ? x * TWO_54 : x;
    const high = highWord(t);
    const carry = ((high & 0xfffff) + 0x95f64) & 0x100000;
    fraction = fromWords((high & 0xfffff) | (carry ^ 0x3ff00000), lowWord(t));
    return (isTiny ? -54 : 0) + (high >> 20) - 1023 + (carry >> 20);
  };
  const log = (x: number): number => {
    if (x === 0) return -Infinity;
    if (!(x > 0)) return NaN;
    if (x === Infinity) return x;
    const n = split(x);
    const f = fraction - 1;
    const high = highWord(x < 2.2250738585072014e-308 ? x * TWO_54 : x) & 0xfffff;
    if ((0xfffff & (2 + high)) < 3) {
      if (f === 0) return n * LN2_HIGH + n * LN2_LOW;
      const r = f * f * (0.5 - 0.3333333333333333 * f);
      return n === 0 ? f - r : n * LN2_HIGH - (r - n * LN2_LOW - f);
    }
    const s = f / (2 + f);
    const r = logSeries(s);
    if (((high - 0x6147a) | (0x6b851 - high)) > 0) {
      const half = 0.5 * f * f;
      return n === 0
        ? f - (half - s * (half + r))
        : n * LN2_HIGH - (half - (s * (half + r) + n * LN2_LOW) - f);
    }
    return n === 0 ? f - s * (f - r) : n * LN2_HIGH - (s * (f - r) - n * LN2_LOW - f);
  };
  const log1p = (x: number): number => {
    if (x === -1) return -Infinity;
    if (!(x > -1)) return NaN;
    if (x === Infinity) return x;
    const high = highWord(x);
    const magnitude = high & 0x7fffffff;
    let n = 0;
    let c = 0;
    let f = x;
    let bits = 1;
    if (magnitude < 0x3e200000) return magnitude < 0x3c900000 ? x : x - x * x * 0.5;
    if (high >= 0x3fda827a || (high < 0 && high > (0xbfd2bec4 | 0))) {
      const isLarge = high >= 0x43400000;
      const u = isLarge ? x : 1 + x;
      bits = highWord(u);
      n = (bits >> 20) - 1023;
      if (!isLarge) c = (n > 0 ? 1 - (u - x) : x - (u - 1)) / u;
      bits &= 0xfffff;
      if (bits < 0x6a09e) f = fromWords(bits | 0x3ff00000, lowWord(u)) - 1;
      else {
        n += 1;
        f = fromWords(bits | 0x3fe00000, lowWord(u)) - 1;
        bits = (0x00100000 - bits) >> 2;
      }
    }
    const half = 0.5 * f * f;
    if (bits === 0) {
      if (f === 0) return n * LN2_HIGH + (c + n * LN2_LOW);
      const r = half * (1 - 0.6666666666666666 * f);
      return n === 0 ? f - r : n * LN2_HIGH - (r - (n * LN2_LOW + c) - f);
    }
    const s = f / (2 + f);
    const z = s * s;
    const r =
      z *
      (0.6666666666666735 +
        z *
          (0.3999999999940942 +
            z *
              (0.2857142874366239 +
                z *
                  (0.22222198432149784 +
                    z * (0.1818357216161805 + z * (0.15313837699209373 + z * 0.14798198605116586))))));
    return n === 0
      ? f - (half - s * (half + r))
      : n * LN2_HIGH - (half - (s * (half + r) + (n * LN2_LOW + c)) - f);
  };
  const log2 = (x: number): number => {
    if (x === 0) return -Infinity;
    if (!(x > 0)) return NaN;
    if (x === Infinity) return x;
    const n = split(x);
    if (fraction === 1) return n;
    const f = fraction - 1;
    const half = 0.5 * f * f;
    const s = f / (2 + f);
    const r = s * (half + logSeries(s));
    const high = head(f - half);
    const low = f - high - half + r;
    const whole = n + high * 1.4426950407214463;
    return (
      (low + high) * 1.6751713164886512e-10 +
      low * 1.4426950407214463 +
      (n - whole + high * 1.4426950407214463) +
      whole
    );
  };
  const log10 = (x: number): number => {
    if (x === 0) return -Infinity;
    if (!(x > 0)) return NaN;
    if (x === Infinity || x === 1) return x === 1 ? 0 : x;
    const isTiny = x < 2.2250738585072014e-308;
    const t = isTiny ? x * TWO_54 : x;
    const high = highWord(t);
    const exponent = (isTiny ? -54 : 0) + (high >> 20) - 1023;
    const below = exponent < 0 ? 1 : 0;
    const n = exponent + below;
    const z =
      n * 3.694239077158931e-13 +
      0.4342944819032518 * log(fromWords((high & 0xfffff) | ((0x3ff - below) << 20), lowWord(t)));
    return z + n * 0.30102999566361177;
  };
  const asinh = (x: number): number => {
    const t = abs(x);
    const high = highWord(t);
    if (high >= 0x7ff00000 || high < 0x3e300000) return x;
    let y;
    if (high > 0x41b00000) y = log(t) + Math.LN2;
    else if (high > 0x40000000) y = log(2 * t + 1 / (sqrt(x * x + 1) + t));
    else y = log1p(t + (x * x) / (1 + sqrt(1 + x * x)));
    return x < 0 ? -y : y;
  };
  const acosh = (x: number): number => {
    if (!(x >= 1)) return NaN;
    if (x === 1) return 0;
    if (highWord(x) >= 0x41b00000) return x === Infinity ? x : log(x) + Math.LN2;
    if (highWord(x) > 0x40000000) return log(2 * x - 1 / (x + sqrt(x * x - 1)));
    const t = x - 1;
    return log1p(t + sqrt(2 * t + t * t));
  };
  const atanh = (x: number): number => {
    const t = abs(x);
    if (!(t <= 1)) return NaN;
    if (t === 1) return x * Infinity;
    if (highWord(t) < 0x3e300000) return x;
    const double = t + t;
    const y = 0.5 * log1p(t < 0.5 ? double + (double * t) / (1 - t) : double / (1 - t));
    return x < 0 ? -y : y;
  };

  // Powers

  const cbrt = (x: number): number => {
    const high = highWord(x) & 0x7fffffff;
    if (high >= 0x7ff00000 || x === 0) return x;
    const sign = x < 0 ? 0x80000000 : 0;
    let t =
      high < 0x00100000
        ? fromWords(sign | ((((highWord(TWO_54 * x) & 0x7fffffff) / 3) | 0) + 696219795), 0)
        : fromWords(sign | (((high / 3) | 0) + 715094163), 0);
    const r = t * t * (t / x);
    t *=
      1.87595182427177 +
      r * (-1.8849797954337717 + r * 1.6214297201053545) +
      r * r * r * (-0.758397934778766 + r * 0.14599619288661245);
    // Rounded to 23 bits, so that its square is exact.
    const low = lowWord(t);
    t = fromWords(highWord(t) + (low < 0 ? 1 : 0), (low + 0x80000000) & 0xc0000000);
    const q = x / (t * t);
    return t + t * ((q - t) / (t + t + q));
  };
  const hypot = (...sides: number[]): number => {
    let longest = 0;
    let hasNaN = false;
    for (const side of sides) {
      if (abs(side) === Infinity) return Infinity;
      if (side !== side) hasNaN = true;
      else longest = max(longest, abs(side));
    }
    if (hasNaN) return NaN;
    if (longest === 0) return 0;
    let sum = 0;
    let lost = 0;
    for (const side of sides) {
      const part = side / longest;
      const square = part * part - lost;
      const next = sum + square;
      lost = next - sum - square;
      sum = next;
    }
    return sqrt(sum) * longest;
  };
  /** Whether `y` is odd or even; neither for fractions. */
  const parity = (y: number): 'odd' | 'even' | 'none' => {
    if (y % 2 === 0) return 'even';
    return y % 1 === 0 ? 'odd' : 'none';
  };
  const pow = (x: number, y: number): number => {
    if (y === 0) return 1;
    const magnitude = abs(x);
    if (x !== x || y !== y || (magnitude === 1 && abs(y) === Infinity)) return NaN;
    if (abs(y) === Infinity) return magnitude > 1 === y > 0 ? Infinity : 0;
    if (y === 1) return x;
    if (y === -1) return 1 / x;
    if (y === 2) return x * x;
    if (y === 0.5 && x >= 0 && 1 / x > 0) return sqrt(x);
    const kind = parity(y);
    const isNegative = x < 0 || (x === 0 && 1 / x < 0);
    const sign = isNegative && kind === 'odd' ? -1 : 1;
    if (magnitude === 0 || magnitude === Infinity) return sign * ((magnitude === 0) === y > 0 ? 0 : Infinity);
    if (isNegative && kind === 'none') return NaN;
    if (magnitude === 1) return sign;
    return sign * positivePower(magnitude, y);
  };
  /** `x` to the power of `y`, for a finite `x` above 0 other than 1, and a finite `y`. */
  const positivePower = (x: number, y: number): number => {
    const yHigh = highWord(y) & 0x7fffffff;
    let xHigh = highWord(x);
    let t1: number;
    let t2: number;
    if (yHigh > 0x41e00000) {
      if (yHigh > 0x43f00000 || xHigh < 0x3fefffff || xHigh > 0x3ff00000) {
        if (xHigh <= 0x3fefffff) return y < 0 ? Infinity : 0;
        if (yHigh > 0x43f00000 || xHigh > 0x3ff00000) return y > 0 ? Infinity : 0;
      }
      const t = x - 1;
      const w = t * t * (0.5 - t * (0.3333333333333333 - t * 0.25));
      const u = 1.4426950216293335 * t;
      const v = t * 1.9259629911266175e-8 - w * INVERSE_LN2;
      t1 = head(u + v);
      t2 = v - (t1 - u);
    } else {
      const isTiny = xHigh < 0x00100000;
      const ax = isTiny ? x * 9007199254740992 : x;
      xHigh = highWord(ax);
      let n = (isTiny ? -53 : 0) + (xHigh >> 20) - 1023;
      const j = xHigh & 0xfffff;
      xHigh = j | 0x3ff00000;
      const isMiddle = j > 0x3988e && j < 0xbb67a;
      if (j >= 0xbb67a) {
        n += 1;
        xHigh -= 0x00100000;
      }
      const base = isMiddle ? 1.5 : 1;
      const a = fromWords(xHigh, lowWord(ax));
      const u = a - base;
      const v = 1 / (a + base);
      const s = u * v;
      const sHigh = head(s);
      const tHigh = fromWords(((xHigh >> 1) | 0x20000000) + 0x00080000 + (isMiddle ? 1 << 18 : 0), 0);
      const tLow = a - (tHigh - base);
      const sLow = v * (u - sHigh * tHigh - sHigh * tLow);
      const s2 = s * s;
      const r =
        s2 *
          s2 *
          (0.5999999999999946 +
            s2 *
              (0.4285714285785502 +
                s2 *
                  (0.33333332981837743 +
                    s2 * (0.272728123808534 + s2 * (0.23066074577556175 + s2 * 0.20697501780033842))))) +
        sLow * (sHigh + s);
      const square = sHigh * sHigh;
      const h = head(3 + square + r);
      const l = r - (h - 3 - square);
      const p = sHigh * h;
      const q = sLow * h + l * s;
      const pHigh = head(p + q);
      const pLow = q - (pHigh - p);
      const zHigh = 0.9617967009544373 * pHigh;
      const zLow =
        -7.028461650952758e-9 * pHigh + pLow * 0.9617966939259756 + (isMiddle ? 1.350039202129749e-8 : 0);
      const dHigh = isMiddle ? 0.5849624872207642 : 0;
      t1 = head(zHigh + zLow + dHigh + n);
      t2 = zLow - (t1 - n - dHigh - zHigh);
    }

    const y1 = head(y);
    const low = (y - y1) * t1 + y * t2;
    let high = y1 * t1;
    const z = low + high;
    const zWord = highWord(z);
    if (zWord >= 0x40900000) {
      if (((zWord - 0x40900000) | lowWord(z)) !== 0 || low + 8.008566259537294e-17 > z - high)
        return Infinity;
    } else if ((zWord & 0x7fffffff) >= 0x4090cc00) {
      if (((zWord - (0xc090cc00 | 0)) | lowWord(z)) !== 0 || low <= z - high) return 0;
    }
    const magnitude = zWord & 0x7fffffff;
    let n = 0;
    if (magnitude > 0x3fe00000) {
      n = zWord + (0x00100000 >> ((magnitude >> 20) - 1022));
      const k = ((n & 0x7fffffff) >> 20) - 1023;
      const whole = fromWords(n & ~(0x000fffff >> k), 0);
      n = ((n & 0x000fffff) | 0x00100000) >> (20 - k);
      if (zWord < 0) n = -n;
      high -= whole;
    }
    const t = head(low + high);
    const u = t * 0.6931471824645996;
    const v = (low - (t - high)) * 0.6931471805599453 + t * -1.904654299957768e-9;
    const w = u + v;
    const rest = v - (w - u);
    const w2 = w * w;
    const e =
      w -
      w2 *
        (0.16666666666666602 +
          w2 *
            (-0.0027777777777015593 +
              w2 * (0.00006613756321437934 + w2 * (-0.0000016533902205465252 + w2 * 4.1381367970572385e-8))));
    const result = 1 - ((w * e) / (e - 2) - (rest + w * rest) - w);
    const resultHigh = highWord(result) + (n << 20);
    if (resultHigh >> 20 > 0) return fromWords(resultHigh, lowWord(result));
    return result * powerOfTwo(n + 600) * powerOfTwo(-600);
  };

  return {
    acos,
    acosh,
    asin,
    asinh,
    atan,
    atan2,
    atanh,
    cbrt,
    cos,
    cosh,
    exp,
    expm1,
    hypot,
    log,
    log10,
    log1p,
    log2,
    pow,
    sin,
    sinh,
    tan,
    tanh,
  };
}
