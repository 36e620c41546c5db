@main struct AlbumenCommand { static func main() {} }
